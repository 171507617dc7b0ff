//! `mesh`: a surface of triangles. Numbers only, without nesting.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, View};
use rkyv::munge::munge;
use rkyv::seal::Seal;

use super::{Data, Random, each_archived, in_every_format};
use crate::Answer;

in_every_format! {
    /// A surface; `T` is the type of its triangles.
    pub(crate) struct Mesh<T> {
        #[n(0)]
        pub(crate) triangles: T,
    }

    /// Three corners, and the normal.
    #[repr(C)]
    pub(crate) struct Triangle {
        #[n(0)]
        pub(crate) a: Point,
        #[n(1)]
        pub(crate) b: Point,
        #[n(2)]
        pub(crate) c: Point,
        #[n(3)]
        pub(crate) normal: Point,
    }

    /// A point, or a direction.
    #[derive(Copy)]
    #[repr(C)]
    pub(crate) struct Point {
        #[n(0)]
        pub(crate) x: f32,
        #[n(1)]
        pub(crate) y: f32,
        #[n(2)]
        pub(crate) z: f32,
    }
}

/// The query: the area on the ground below the triangles that face up.
#[derive(Default)]
pub(crate) struct Ground(f64);

impl Ground {
    /// Adds a triangle, given by its corners seen from above and the `z` of its normal.
    #[inline]
    pub(crate) fn count(&mut self, [a, b, c]: [(f32, f32); 3], up: f32) {
        if up > 0.0 {
            let twice = (b.0 - a.0) * (c.1 - a.1) - (c.0 - a.0) * (b.1 - a.1);
            self.0 += f64::from(twice.abs());
        }
    }

    /// Returns the area.
    pub(crate) fn answer(&self) -> Answer {
        self.0.to_bits() as Answer
    }
}

/// Returns the updated value of a height.
pub(crate) fn lift(z: f32) -> f32 {
    z + 0.5
}

impl<T: AsRef<[Triangle]>> Mesh<T> {
    fn ground(&self) -> Answer {
        let mut ground = Ground::default();
        for Triangle { a, b, c, normal } in self.triangles.as_ref() {
            ground.count([(a.x, a.y), (b.x, b.y), (c.x, c.y)], normal.z);
        }
        ground.answer()
    }
}

impl Data for Mesh<Vec<Triangle>> {
    const NAME: &'static str = "mesh";
    const ENTRIES: usize = 60_000;
    type Borrowed<'a> = Self;
    type InPlace<'a> = Mesh<&'a [Triangle]>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        let side = (entries / 2).isqrt().max(1);
        let heights: Vec<f64> = (0..(side + 1).pow(2)).map(|_| random.unit() * 0.25).collect();
        let corner = |x: usize, y: usize| {
            let wave = (x as f64 * 0.13).sin() * 3.0 + (y as f64 * 0.07).cos() * 5.0;
            let z = wave + heights[y * (side + 1) + x];
            Point { x: x as f32 * 0.5, y: y as f32 * 0.5, z: z as f32 }
        };
        let triangle = |index: usize| {
            let (x, y) = (index / 2 % side, index / 2 / side % side);
            let (b, c) = (corner(x + 1, y), corner(x, y + 1));
            // Some triangles overhang and face down.
            let under = index.is_multiple_of(7);
            Triangle::new(corner(x + index % 2, y + index % 2), if under { c } else { b }, if under { b } else { c })
        };
        Self { triangles: (0..entries).map(triangle).collect() }
    }

    fn query(&self) -> Answer {
        self.ground()
    }

    fn query_borrowed(mesh: &Self) -> Answer {
        mesh.ground()
    }

    fn query_in_place(mesh: &Mesh<&[Triangle]>) -> Answer {
        mesh.ground()
    }

    fn update(&mut self) {
        for triangle in &mut self.triangles {
            triangle.a.z = lift(triangle.a.z);
        }
    }

    fn query_cursor<'id, L: Layout>(mesh: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (ground, fields) = mesh.fields().with(|triangles| {
            triangles.fold_items(Ground::default(), |mut ground, triangle| {
                let (a, fields) = triangle.fields().with(seen_from_above);
                let (b, fields) = fields.with(seen_from_above);
                let (c, fields) = fields.with(seen_from_above);
                let (up, fields) = fields.with(height);
                ground.count([a, b, c], up);
                fields.done(ground)
            })
        });
        fields.done(ground.answer())
    }

    fn query_view(mesh: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut ground = Ground::default();
        for triangle in mesh.view().fields().triangles.iter().map(View::fields) {
            let (a, b, c) = (triangle.a.fields(), triangle.b.fields(), triangle.c.fields());
            ground.count([(a.x, a.y), (b.x, b.y), (c.x, c.y)], triangle.normal.fields().z);
        }
        ground.answer()
    }

    fn update_cursor<'id, L: Layout>(mesh: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = mesh.fields().with(|triangles| {
            triangles.fold_items((), |(), triangle| {
                let ((), fields) = triangle.fields().with(|a| a.fields().skip().skip().update(lift).done(()));
                fields.skip().skip().skip().done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for triangle in data.view_mut().fields().triangles.into_iter() {
            let mut z = triangle.fields().a.fields().z;
            z.update(lift);
        }
    }

    fn query_archived(mesh: &ArchivedMesh<Vec<Triangle>>) -> Answer {
        let mut ground = Ground::default();
        for ArchivedTriangle { a, b, c, normal } in mesh.triangles.iter() {
            let above = |point: &ArchivedPoint| (point.x.to_native(), point.y.to_native());
            ground.count([above(a), above(b), above(c)], normal.z.to_native());
        }
        ground.answer()
    }

    fn update_archived(mesh: Seal<'_, ArchivedMesh<Vec<Triangle>>>) {
        munge!(let ArchivedMesh { triangles } = mesh);
        each_archived(triangles, |triangle| {
            munge!(let ArchivedTriangle { a: ArchivedPoint { z, .. }, .. } = triangle);
            let z = z.unseal();
            *z = lift(z.to_native()).into();
        });
    }
}

fn seen_from_above<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, (f32, f32), L> {
    let (x, fields) = point.fields().read();
    let (y, fields) = fields.read();
    fields.skip().done((x, y))
}

fn height<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, f32, L> {
    let (z, fields) = point.fields().skip().skip().read();
    fields.done(z)
}

impl Triangle {
    /// Returns the triangle with these corners.
    fn new(a: Point, b: Point, c: Point) -> Self {
        let side = |to: Point| [to.x - a.x, to.y - a.y, to.z - a.z];
        let (u, v) = (side(b), side(c));
        let [x, y, z] = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        let length = (x * x + y * y + z * z).sqrt().max(f32::MIN_POSITIVE);
        Self { a, b, c, normal: Point { x: x / length, y: y / length, z: z / length } }
    }
}

//! `mesh`: triangles. Numbers only.

use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packed, View, lazy};
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

/// The query: sums of the normals' parts, as bits.
#[derive(Default)]
pub(crate) struct Slopes {
    x: u32,
    y: u32,
    z: u32,
}

impl Slopes {
    /// Adds a normal.
    #[inline]
    pub(crate) fn count(&mut self, normal: Point) {
        self.x = self.x.wrapping_add(normal.x.to_bits());
        self.y = self.y.wrapping_add(normal.y.to_bits());
        self.z = self.z.wrapping_add(normal.z.to_bits());
    }

    /// Returns all of it as one number.
    pub(crate) fn answer(&self) -> Answer {
        (u64::from(self.x) ^ (u64::from(self.y) << 16) ^ (u64::from(self.z) << 32)) as Answer
    }
}

/// Returns the updated value of a part of a normal.
pub(crate) fn turn(part: f32) -> f32 {
    -part
}

impl<T: AsRef<[Triangle]>> Mesh<T> {
    fn slopes(&self) -> Answer {
        let mut slopes = Slopes::default();
        self.triangles.as_ref().iter().for_each(|triangle| slopes.count(triangle.normal));
        slopes.answer()
    }
}

impl Data for Mesh<Vec<Triangle>> {
    const NAME: &'static str = "mesh";
    const ENTRIES: usize = 125_000;
    type Borrowed<'a> = Self;
    type InPlace<'a> = Mesh<&'a [Triangle]>;

    fn generate(random: &mut Random, entries: usize) -> Self {
        let mut point = || Point { x: random.fraction(), y: random.fraction(), z: random.fraction() };
        let triangle = |_| Triangle { a: point(), b: point(), c: point(), normal: point() };
        Self { triangles: (0..entries).map(triangle).collect() }
    }

    fn query(&self) -> Answer {
        self.slopes()
    }

    fn query_borrowed(mesh: &Self) -> Answer {
        mesh.slopes()
    }

    fn query_in_place(mesh: &Mesh<&[Triangle]>) -> Answer {
        mesh.slopes()
    }

    fn update(&mut self) {
        for Triangle { normal, .. } in &mut self.triangles {
            *normal = Point { x: turn(normal.x), y: turn(normal.y), z: turn(normal.z) };
        }
    }

    fn query_cursor<'id, L: Layout>(mesh: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L> {
        let (slopes, fields) = mesh.fields().with(|triangles| {
            triangles.fold_items(Slopes::default(), |mut slopes, triangle| {
                let (normal, fields) = triangle.fields().skip().skip().skip().with(point);
                slopes.count(normal);
                fields.done(slopes)
            })
        });
        fields.done(slopes.answer())
    }

    fn query_view(mesh: &Packed<Self, Indexed, &[u8]>) -> Answer {
        let mut slopes = Slopes::default();
        for triangle in mesh.view().fields().triangles.iter().map(View::fields) {
            let normal = triangle.normal.fields();
            slopes.count(Point { x: normal.x, y: normal.y, z: normal.z });
        }
        slopes.answer()
    }

    fn query_lazy(bytes: &[u8]) -> Result<Answer, packed_data::Error> {
        let mut slopes = Slopes::default();
        for triangle in lazy::<Self, Indexed>(bytes).try_fields()?.triangles.try_iter()? {
            let normal = triangle?.try_fields()?.normal.try_fields()?;
            slopes.count(Point { x: normal.x, y: normal.y, z: normal.z });
        }
        Ok(slopes.answer())
    }

    fn update_cursor<'id, L: Layout>(mesh: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        let ((), fields) = mesh.fields().with(|triangles| {
            triangles.fold_items((), |(), triangle| {
                let fields = triangle.fields().skip().skip().skip();
                let ((), fields) =
                    fields.with(|normal| normal.fields().update(turn).update(turn).update(turn).done(()));
                fields.done(())
            })
        });
        fields.done(())
    }

    fn update_view(data: &mut Packed<Self, Indexed>) {
        for triangle in data.view_mut().fields().triangles.into_iter() {
            let mut normal = triangle.fields().normal.fields();
            normal.x.update(turn);
            normal.y.update(turn);
            normal.z.update(turn);
        }
    }

    fn query_archived(mesh: &ArchivedMesh<Vec<Triangle>>) -> Answer {
        let mut slopes = Slopes::default();
        for ArchivedTriangle { normal, .. } in mesh.triangles.iter() {
            slopes.count(Point { x: normal.x.to_native(), y: normal.y.to_native(), z: normal.z.to_native() });
        }
        slopes.answer()
    }

    fn update_archived(mesh: Seal<'_, ArchivedMesh<Vec<Triangle>>>) {
        munge!(let ArchivedMesh { triangles } = mesh);
        each_archived(triangles, |triangle| {
            munge!(let ArchivedTriangle { normal: ArchivedPoint { x, y, z }, .. } = triangle);
            for part in [x, y, z] {
                let part = part.unseal();
                *part = turn(part.to_native()).into();
            }
        });
    }
}

fn point<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, Point, L> {
    let (x, fields) = point.fields().read();
    let (y, fields) = fields.read();
    let (z, fields) = fields.read();
    fields.done(Point { x, y, z })
}

//! `mesh` as a message.

use capnp::Result;
use capnp::message::{Allocator, Builder};

use super::{Message, Messaged};
use crate::Answer;
use crate::formats::data::mesh::{self, Mesh, Slopes, turn};
use crate::generated::formats_capnp as schema;

impl Messaged for Mesh<Vec<mesh::Triangle>> {
    fn build<A: Allocator>(&self, message: &mut Builder<A>) -> Result<()> {
        macro_rules! set {
            ($to:expr, $point:expr) => {{
                let mut to = $to;
                to.set_x($point.x);
                to.set_y($point.y);
                to.set_z($point.z);
            }};
        }
        let root = message.init_root::<schema::mesh::Builder<'_>>();
        let mut triangles = root.init_triangles(self.triangles.len() as u32);
        for (index, triangle) in self.triangles.iter().enumerate() {
            let mut to = triangles.reborrow().get(index as u32);
            set!(to.reborrow().get_a(), triangle.a);
            set!(to.reborrow().get_b(), triangle.b);
            set!(to.reborrow().get_c(), triangle.c);
            set!(to.get_normal(), triangle.normal);
        }
        Ok(())
    }

    fn unbuild(message: &Message<'_>) -> Result<Self> {
        macro_rules! point {
            ($from:expr) => {{
                let from = $from;
                mesh::Point { x: from.get_x(), y: from.get_y(), z: from.get_z() }
            }};
        }
        let triangle = |from: schema::triangle::Reader<'_>| mesh::Triangle {
            a: point!(from.get_a()),
            b: point!(from.get_b()),
            c: point!(from.get_c()),
            normal: point!(from.get_normal()),
        };
        let mesh = message.get_root::<schema::mesh::Reader<'_>>()?;
        Ok(Self { triangles: mesh.get_triangles()?.iter().map(triangle).collect() })
    }

    fn update_message<A: Allocator>(from: &Message<'_>, to: &mut Builder<A>) -> Result<()> {
        to.set_root(from.get_root::<schema::mesh::Reader<'_>>()?)?;
        let mut triangles = to.get_root::<schema::mesh::Builder<'_>>()?.get_triangles()?;
        for index in 0..triangles.len() {
            let mut normal = triangles.reborrow().get(index).get_normal();
            let from = normal.reborrow().into_reader();
            let (x, y, z) = (from.get_x(), from.get_y(), from.get_z());
            normal.set_x(turn(x));
            normal.set_y(turn(y));
            normal.set_z(turn(z));
        }
        Ok(())
    }

    fn query_message(message: &Message<'_>) -> Result<Answer> {
        let mut slopes = Slopes::default();
        for triangle in message.get_root::<schema::mesh::Reader<'_>>()?.get_triangles()? {
            let normal = triangle.get_normal();
            slopes.count(mesh::Point { x: normal.get_x(), y: normal.get_y(), z: normal.get_z() });
        }
        Ok(slopes.answer())
    }
}

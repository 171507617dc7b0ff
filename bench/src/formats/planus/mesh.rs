//! `mesh` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::mesh::{self, Mesh, Slopes, turn};
use crate::generated::formats_planus::formats as schema;

impl From<mesh::Point> for schema::Point {
    fn from(mesh::Point { x, y, z }: mesh::Point) -> Self {
        Self { x, y, z }
    }
}

impl From<&mesh::Triangle> for schema::Triangle {
    fn from(&mesh::Triangle { a, b, c, normal }: &mesh::Triangle) -> Self {
        Self { a: a.into(), b: b.into(), c: c.into(), normal: normal.into() }
    }
}

impl From<&Mesh<Vec<mesh::Triangle>>> for schema::Mesh {
    fn from(mesh: &Mesh<Vec<mesh::Triangle>>) -> Self {
        Self { triangles: all(&mesh.triangles) }
    }
}

impl Tabled for Mesh<Vec<mesh::Triangle>> {
    type Table = schema::Mesh;

    fn read_table(bytes: &[u8]) -> Result<schema::Mesh> {
        schema::MeshRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(mesh: &mut schema::Mesh) {
        for schema::Triangle { normal, .. } in mesh.triangles.iter_mut().flatten() {
            *normal = schema::Point { x: turn(normal.x), y: turn(normal.y), z: turn(normal.z) };
        }
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut slopes = Slopes::default();
        for triangle in schema::MeshRef::read_as_root(bytes)?.triangles()?.into_iter().flatten() {
            let normal = triangle.normal();
            slopes.count(mesh::Point { x: normal.x(), y: normal.y(), z: normal.z() });
        }
        Ok(slopes.answer())
    }
}

//! `mesh` as a message.

use prost::Message;

use super::Described;
use crate::Answer;
use crate::formats::data::mesh::{self, Mesh, Slopes, turn};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct MeshMessage {
    #[prost(message, repeated, tag = "1")]
    triangles: Vec<Triangle>,
}

#[derive(Clone, PartialEq, Message)]
struct Triangle {
    #[prost(message, required, tag = "1")]
    a: Point,
    #[prost(message, required, tag = "2")]
    b: Point,
    #[prost(message, required, tag = "3")]
    c: Point,
    #[prost(message, required, tag = "4")]
    normal: Point,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct Point {
    #[prost(float, tag = "1")]
    x: f32,
    #[prost(float, tag = "2")]
    y: f32,
    #[prost(float, tag = "3")]
    z: f32,
}

impl From<&Mesh<Vec<mesh::Triangle>>> for MeshMessage {
    fn from(mesh: &Mesh<Vec<mesh::Triangle>>) -> Self {
        let point = |point: mesh::Point| Point { x: point.x, y: point.y, z: point.z };
        let triangle = |triangle: &mesh::Triangle| Triangle {
            a: point(triangle.a),
            b: point(triangle.b),
            c: point(triangle.c),
            normal: point(triangle.normal),
        };
        Self { triangles: mesh.triangles.iter().map(triangle).collect() }
    }
}

impl Described for Mesh<Vec<mesh::Triangle>> {
    type Message = MeshMessage;

    fn query_message(mesh: &MeshMessage) -> Answer {
        let mut slopes = Slopes::default();
        for &Triangle { normal: Point { x, y, z }, .. } in &mesh.triangles {
            slopes.count(mesh::Point { x, y, z });
        }
        slopes.answer()
    }

    fn update_message(mesh: &mut MeshMessage) {
        for Triangle { normal, .. } in &mut mesh.triangles {
            *normal = Point { x: turn(normal.x), y: turn(normal.y), z: turn(normal.z) };
        }
    }
}

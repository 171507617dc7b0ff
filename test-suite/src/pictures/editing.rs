//! Scalars that are overwritten.

use packed_data::{Indexed, Packed};

use super::strip::Strip;
use super::svg::{Canvas, Font};
use super::{declared, shown};

declared! { ACCOUNT: struct Account { name: String, balance: i64, limits: Vec<u32> } }

fn strip(bytes: &[u8], balance: i64, limits: [u32; 2]) -> Strip {
    let mut strip = Strip::new(bytes);
    // (Its size is static, so it comes first.)
    strip.span("balance", |strip| strip.data(&balance.to_le_bytes(), balance.to_string()));
    strip.span("name", |strip| {
        strip.size(&[3], "length 3");
        strip.data(b"Ann", r#""Ann""#);
    });
    strip.span("limits", |strip| {
        strip.size(&[2], "count 2");
        for limit in limits {
            strip.data(&limit.to_le_bytes(), limit.to_string());
        }
    });
    strip
}

pub(super) fn editing() -> String {
    let (account, source) = shown!(Account { name: "Ann".into(), balance: 10, limits: vec![1, 2] });
    let mut packed = Packed::<Account, Indexed>::pack(&account);
    let before = packed.as_bytes().to_vec();
    let mut canvas = Canvas::new();
    canvas.line(Font::Code, ACCOUNT);
    canvas.line(Font::Code, &source);
    canvas.y += 8;
    strip(&before, 10, [1, 2]).draw(&mut canvas);

    let AccountView { mut balance, mut limits, .. } = packed.view_mut().fields();
    let ((), update) = shown!(balance.update(|balance| balance + 5));
    let (_, set) = shown!(limits.set(1, 20));
    let mut after = strip(packed.as_bytes(), 15, [1, 20]);
    after.mark_changes(&before);
    canvas.y += 8;
    canvas.line(Font::Code, &format!("{update}; {set};"));
    canvas.y += 8;
    after.draw(&mut canvas);
    canvas.legend();
    canvas.finish("An Account in the layout Indexed before and after two numbers are overwritten: nothing moves")
}

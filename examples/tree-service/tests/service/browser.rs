//! Tests the page in Chromium. `ci/browser.sh` runs this test, if Chromium is installed.

use crate::common;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use common::{Program, run};
use packed_data::{Compact, Indexed, Layout, Packed};
use serde_json::{Value, json};
use tokio::time::sleep;
use tree_service::tree::Tree;

/// A browser, controlled by the WebDriver protocol; only the commands of this test are implemented.
struct Browser {
    driver: Child,
    client: reqwest::Client,
    session: String,
}

impl Browser {
    async fn start() -> Self {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".into());
        let mut driver = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("chromedriver starts: set CHROMEDRIVER to its path");
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = loop {
            let line = lines.next().expect("chromedriver prints its port").expect("text");
            if let Some((_, port)) = line.rsplit_once("started successfully on port ") {
                break port.trim_end_matches('.').to_string();
            }
        };
        // The driver continues to write, so a thread has to read.
        std::thread::spawn(move || lines.for_each(drop));
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1100,1400"];
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let mut browser =
            Self { driver, client: reqwest::Client::new(), session: format!("http://127.0.0.1:{port}/session") };
        let session = browser.command("", Some(capabilities)).await;
        browser.session += &format!("/{}", session["sessionId"].as_str().expect("a session"));
        browser
    }

    /// Runs a command of WebDriver: `POST` with a body, otherwise `GET`. Returns its result.
    async fn command(&self, path: &str, body: Option<Value>) -> Value {
        let url = format!("{}{path}", self.session);
        let request = match body {
            Some(value) => self.client.post(url).header("content-type", "application/json").body(value.to_string()),
            None => self.client.get(url),
        };
        let answer = request.send().await.expect("an answer").text().await.expect("text");
        let mut answer: Value = serde_json::from_str(&answer).expect(&answer);
        assert!(answer["value"]["error"].is_null(), "{path}: {answer}");
        answer["value"].take()
    }

    async fn find(&self, css: &str) -> String {
        let found = self.command("/element", Some(json!({"using": "css selector", "value": css}))).await;
        let id = found.as_object().and_then(|found| found.values().next()?.as_str().map(String::from));
        format!("/element/{}", id.expect("an element"))
    }

    async fn click(&self, css: &str) {
        let element = self.find(css).await;
        self.command(&format!("{element}/click"), Some(json!({}))).await;
    }

    /// Replaces the text of a field.
    async fn fill(&self, css: &str, text: &str) {
        let element = self.find(css).await;
        self.command(&format!("{element}/clear"), Some(json!({}))).await;
        self.command(&format!("{element}/value"), Some(json!({"text": text}))).await;
    }

    /// Returns the value of a JavaScript expression.
    async fn evaluate(&self, expression: &str) -> Value {
        self.command("/execute/sync", Some(json!({"script": format!("return {expression};"), "args": []}))).await
    }

    /// Returns the texts of all elements that match a selector.
    async fn texts(&self, css: &str) -> Vec<String> {
        let texts = self
            .evaluate(&format!("Array.from(document.querySelectorAll({css:?}), e => e.value ?? e.textContent)"))
            .await;
        serde_json::from_value(texts).expect("texts")
    }

    /// Waits until an element exists. Returns its text.
    async fn wait_for(&self, css: &str) -> String {
        for _ in 0..300 {
            if let Some(text) = self.texts(css).await.into_iter().next() {
                return text;
            }
            sleep(Duration::from_millis(100)).await;
        }
        panic!("no {css}, but {:?}", self.texts("#answer, #measured").await)
    }

    /// Clicks one of the buttons that send, and returns the shown answer.
    async fn answer(&self, path: &str) -> String {
        self.evaluate("document.getElementById('answer').replaceChildren()").await;
        self.click(&format!("button[data-path='{path}']")).await;
        self.wait_for("#answer .error, #answer strong").await
    }

    async fn screenshot(&self, file: &Path) {
        let picture = self.command("/screenshot", None).await;
        std::fs::write(file, base64(picture.as_str().expect("a picture"))).expect("the file is written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes Base64 (RFC 4648, section 4).
fn base64(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).expect("a byte"));
        }
    }
    bytes
}

fn hex<L: Layout>(tree: &Tree) -> String {
    let packed = Packed::<Tree, L>::pack(tree);
    packed.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn leaf(n: i64) -> Tree {
    Tree::Leaf(n)
}

/// Checks that the page shows the bytes that the library would write.
async fn shows<L: Layout>(browser: &Browser, tree: &Tree) {
    assert_eq!(browser.texts("#bytes .byte").await.join(" "), hex::<L>(tree));
}

#[test]
#[ignore = "needs Chromium: ci/browser.sh"]
fn the_page_in_a_browser() {
    let scratch = tempfile::tempdir().unwrap();
    let program = Program::start(&scratch.path().join("trees"), &[]);
    run(async {
        let browser = Arc::new(Browser::start().await);
        let checked = tokio::spawn(check_everything(Arc::clone(&browser), program)).await;
        // The browser has to end, also after a failure.
        browser.client.delete(&browser.session).send().await.expect("the browser ends");
        checked.expect("the page is correct");
    });
}

async fn check_everything(browser: Arc<Browser>, program: Program) {
    browser.command("/url", Some(json!({"url": program.url("/")}))).await;
    browser.wait_for("#tree .leaf input").await;
    shows::<Compact>(&browser, &Tree::node(Tree::node(leaf(1), leaf(2)), leaf(3))).await;
    let tree = change_leaves(&browser).await;
    check_colours(&browser).await;
    send(&browser, tree).await;
    random_tree(&browser).await;
    take_pictures(&browser).await;
    // The page shows an error.
    drop(program);
    assert!(browser.answer("sum").await.contains("fetch"), "{:?}", browser.texts("#answer").await);
    check_log(&browser).await;
}

/// Changes a leaf, splits one, and removes one.
async fn change_leaves(browser: &Browser) -> Tree {
    browser.fill("#tree .leaf:first-child input", "-5").await;
    browser.click("#tree > .node > .halves > .leaf button[title^='Split']").await;
    shows::<Compact>(browser, &Tree::node(Tree::node(leaf(-5), leaf(2)), Tree::node(leaf(3), leaf(4)))).await;
    browser.click("#tree .halves .halves .leaf:last-child button[title^='Remove']").await;
    shows::<Compact>(browser, &Tree::node(leaf(-5), Tree::node(leaf(3), leaf(4)))).await;
    browser.fill("#tree .leaf:first-child input", "9223372036854775808").await;
    assert_eq!(browser.texts("#tree input.wrong").await.len(), 1, "it has more than 64 bits");
    browser.fill("#tree .leaf:first-child input", "1000000").await;
    let tree = Tree::node(leaf(1_000_000), Tree::node(leaf(3), leaf(4)));
    shows::<Compact>(browser, &tree).await;
    tree
}

/// Checks that tags, values and sizes have different colours, and explanations.
async fn check_colours(browser: &Browser) {
    let classes = browser.evaluate("Array.from(document.querySelectorAll('#bytes .byte'), e => e.className)").await;
    let (tag, value) = ("byte tag", "byte value");
    assert_eq!(classes, json!([tag, tag, value, tag, tag, value, tag, value]));
    let colour = "k => getComputedStyle(document.querySelector(`.legend .${k}`)).backgroundColor";
    let colours = browser.evaluate(&format!("['tag', 'value', 'size'].map({colour})")).await;
    let colours: Vec<String> = serde_json::from_value(colours).expect("colours");
    assert!(colours[0] != colours[1] && colours[1] != colours[2] && colours[0] != colours[2], "{colours:?}");
    let title = browser.evaluate("document.querySelectorAll('#bytes .byte')[2].title").await;
    assert_eq!(title, "the number 1000000, 64 bits, the lowest byte first (byte 2 to 9)");
}

/// Sends a tree in both layouts, and checks that the page shows the responses.
async fn send(browser: &Browser, tree: Tree) {
    assert_eq!(browser.answer("sum").await, "1000007");
    browser.click("input[value=indexed]").await;
    shows::<Indexed>(browser, &tree).await;
    assert_eq!(browser.texts("#bytes .size").await, ["09", "09"]);
    assert_eq!(browser.answer("sum").await, "1000007");
    assert_eq!(browser.answer("right-most").await, "4");
    assert_eq!(browser.answer("stats").await, "leaves 3, nodes 2, depth 2, min 3, max 1000000, bytes 31");
    assert_eq!(browser.answer("increment").await, "a packed tree");
    shows::<Indexed>(browser, &Tree::node(leaf(1_000_001), Tree::node(leaf(4), leaf(5)))).await;
}

/// Checks a random tree with sizes of one byte and of three bytes.
async fn random_tree(browser: &Browser) {
    browser.fill("#depth", "6").await;
    browser.click("#random").await;
    let mut leaves = browser.texts("#tree .leaf input").await.into_iter().map(|text| text.parse().expect("a number"));
    let tree = Tree::perfect(6, &mut || leaves.next().expect("64 leaves"));
    assert_eq!(leaves.next(), None);
    shows::<Indexed>(browser, &tree).await;
    assert_eq!(browser.answer("sum").await, tree.sum().to_string());
}

/// Takes screenshots of the page: with a small tree, and with a tree that is not drawn, with sizes of five bytes.
async fn take_pictures(browser: &Browser) {
    let artefacts = Path::new(env!("CARGO_TARGET_TMPDIR"));
    browser.fill("#times", "20").await;
    for (depth, stats, name) in [("3", "leaves 8, nodes 7", "small"), ("14", "leaves 16384, nodes 16383", "large")] {
        browser.fill("#depth", depth).await;
        browser.click("#random").await;
        assert!(browser.answer("stats").await.starts_with(stats));
        assert_eq!(browser.answer("increment").await, "a packed tree");
        browser.answer("sum").await;
        browser.evaluate("document.getElementById('measured').replaceChildren()").await;
        browser.click("#measure").await;
        browser.wait_for("#measured table").await;
        let cells = browser.texts("#measured td").await;
        assert_eq!((cells.len(), cells[0].as_str(), cells[4].as_str()), (8, "packed, indexed", "JSON"));
        browser.screenshot(&artefacts.join(format!("tree-service-{name}.png"))).await;
    }
    assert_eq!(browser.texts("#tree .leaf").await.len(), 0);
}

/// Checks that the log of the page has no other errors.
async fn check_log(browser: &Browser) {
    let log = browser.command("/se/log", Some(json!({"type": "browser"}))).await;
    let severe = log.as_array().expect("a list").iter().filter(|entry| entry["level"] == "SEVERE");
    let severe = severe.filter(|entry| !entry["message"].to_string().contains("ERR_CONNECTION_REFUSED"));
    assert_eq!(Vec::from_iter(severe), Vec::<&Value>::new());
}

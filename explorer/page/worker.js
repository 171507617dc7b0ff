// Answers the page: one file is open at a time. What it reads of a file, it reads when it is needed.
"use strict";

/** A file that was chosen or dropped. */
class BlobSource {
  constructor(blob) {
    this.blob = blob;
    this.size = blob.size;
  }

  read(offset, count) {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob.slice(offset, offset + count)));
  }
}

/** The file that the command serves. */
class ServedSource {
  constructor(url, size) {
    this.url = url;
    this.size = size;
  }

  read(offset, count) {
    const request = new XMLHttpRequest();
    request.open("GET", this.url, false);
    request.responseType = "arraybuffer";
    request.setRequestHeader("Range", `bytes=${offset}-${offset + count - 1}`);
    try {
      request.send();
    } catch {
      throw "no answer from the command that serves the file: it has ended";
    }
    if (request.status !== 206) {
      throw new TextDecoder().decode(request.response).trim() || `the command answered ${request.status}`;
    }
    if (request.getResponseHeader("packed-changed")) postMessage({ changed: true });
    return new Uint8Array(request.response);
  }
}

/** The bytes that a page contains. */
class MemorySource {
  constructor(bytes) {
    this.bytes = bytes;
    this.size = bytes.length;
  }

  read(offset, count) {
    return this.bytes.subarray(offset, offset + count);
  }
}

let open = null;
let ready = null;

function source({ blob, url, size, bytes }) {
  if (blob) return new BlobSource(blob);
  return url ? new ServedSource(url, size) : new MemorySource(bytes);
}

async function answer(call, args) {
  if (call === "start") {
    ready = explorer({ module_or_path: args[0] });
    await ready;
    return explorer.layouts();
  }
  await ready;
  if (call === "open") {
    const [name, from, schema, layout] = args;
    // (What was open stays, if this fails.)
    const opened = new explorer.Explorer(name, source(from), schema, layout);
    open?.free();
    open = opened;
    return JSON.parse(open.info());
  }
  if (call === "schemaOf") {
    return explorer.schema_of(args[0]);
  }
  const text = open[call](...args);
  return call === "json" ? text : JSON.parse(text);
}

let last = Promise.resolve();
onmessage = ({ data: { id, call, args } }) => {
  // (One after the other, as they came.)
  last = last.then(async () => {
    try {
      postMessage({ id, result: await answer(call, args) });
    } catch (error) {
      postMessage({ id, error: typeof error === "string" ? error : `the page failed: ${error}` });
    }
  });
};

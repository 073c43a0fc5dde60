// A linter for the browser's ES modules, with the parser that Node brings along (acorn), so that nothing is installed
// for it. `tools/lint_js.py` starts it: node --expose-internals tools/lint_js.js MOUNTS FILE...
// MOUNTS is JSON: the folder of sources that is served at each address. Prints `file:line:column: what` for each
// problem, and exits with 1 if there are any.
//
// It finds: syntax errors; imports of files or names that are not there; names that nobody declares; imports, variables
// and functions that nobody uses; assignments to constants and imports; == and != of anything but null; var; calls of
// our functions with more arguments than they take.

"use strict";

const fs = require("node:fs");
const path = require("node:path");
const acorn = require("internal/deps/acorn/acorn/dist/acorn");

const GLOBALS = new Set(`
AbortController AbortSignal AggregateError Array ArrayBuffer Audio BigInt BigInt64Array Blob Boolean BroadcastChannel
CSS CSSStyleSheet ClipboardItem CloseEvent CompressionStream CustomEvent DOMException DOMParser DOMRect DataTransfer
DataView Date DecompressionStream DocumentFragment DragEvent Element Error Event EventSource File FileReader
Float32Array Float64Array FocusEvent FormData Function HTMLAnchorElement HTMLButtonElement HTMLCanvasElement
HTMLDialogElement HTMLElement HTMLImageElement HTMLInputElement HTMLSelectElement HTMLTextAreaElement Headers Image
ImageData Infinity InputEvent Int16Array Int32Array Int8Array IntersectionObserver Intl Iterator JSON KeyboardEvent
Map Math MessageEvent MouseEvent MutationObserver NaN Node NodeFilter Notification Number Object OffscreenCanvas
Option Path2D Plotly PointerEvent Promise Proxy Range RangeError ReadableStream ReferenceError Reflect RegExp Request
ResizeObserver Response SVGElement Selection Set String Symbol SyntaxError Text TextDecoder TextEncoder TouchEvent
TypeError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
WebSocket WheelEvent Worker XMLSerializer addEventListener alert arguments atob btoa caches cancelAnimationFrame
clearInterval clearTimeout confirm console createImageBitmap crypto customElements decodeURIComponent devicePixelRatio
dispatchEvent document encodeURIComponent fetch getComputedStyle getSelection globalThis history indexedDB innerHeight
innerWidth isFinite isNaN localStorage location matchMedia navigator parseFloat parseInt performance postMessage
queueMicrotask removeEventListener reportError requestAnimationFrame requestIdleCallback screen scroll scrollBy
scrollTo sessionStorage setInterval setTimeout structuredClone undefined visualViewport window`
  .trim().split(/\s+/));

const [mountsText, ...files] = process.argv.slice(2);
const mounts = Object.entries(JSON.parse(mountsText)).sort((one, other) => other[0].length - one[0].length);
const problems = [];

function report(file, node, text) {
  const { line, column } = node.loc.start;
  problems.push({ file, line, column: column + 1, text });
}

function addressOf(file) {
  const found = mounts.find(([, folder]) => file.startsWith(`${folder}/`));
  return found ? found[0] + file.slice(found[1].length + 1) : null;
}

function fileAt(address) {
  const found = mounts.find(([base]) => address.startsWith(base));
  return found ? path.join(found[1], address.slice(found[0].length)) : null;
}

function target(file, text) {
  if (!/^(\.{1,2}\/|\/)/.test(text)) return null;
  const base = text.startsWith("/") ? "/" : addressOf(file);
  if (base === null) return path.join(path.dirname(file), text);
  return fileAt(new URL(text, `http://here${base}`).pathname);
}

// Scopes ---------------------------------------------------------------------------------------------------------------

class Scope {
  constructor(parent, isFunction) {
    this.parent = parent;
    this.isFunction = isFunction;
    this.names = new Map();
  }

  declare(name, kind, node, value = null) {
    const scope = kind === "var" ? this.functionScope() : this;
    if (!scope.names.has(name)) scope.names.set(name, { name, kind, node, value, used: false });
  }

  functionScope() {
    return this.isFunction || !this.parent ? this : this.parent.functionScope();
  }

  find(name) {
    return this.names.get(name) ?? this.parent?.find(name) ?? null;
  }
}

function* boundNames(pattern) {
  if (!pattern) return;
  switch (pattern.type) {
    case "Identifier": yield pattern; break;
    case "ObjectPattern":
      for (const each of pattern.properties) yield* boundNames(each.type === "RestElement" ? each : each.value);
      break;
    case "ArrayPattern": for (const each of pattern.elements) yield* boundNames(each); break;
    case "AssignmentPattern": yield* boundNames(pattern.left); break;
    case "RestElement": yield* boundNames(pattern.argument); break;
  }
}

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

class Module {
  constructor(file) {
    this.file = file;
    this.exports = new Set();
    this.functions = new Map(); // what is exported under a name, if it is a function
    this.imports = []; // {name, local, from, node}
    this.calls = []; // {binding, node}
    this.scopes = [];
    const text = fs.readFileSync(file, "utf8");
    this.isModule = /^(import|export)\b/m.test(text);
    try {
      this.tree = acorn.parse(text, {
        ecmaVersion: "latest", sourceType: this.isModule ? "module" : "script", locations: true,
        allowAwaitOutsideFunction: true, allowReturnOutsideFunction: !this.isModule,
      });
    } catch (error) {
      if (!error.loc) throw error;
      const loc = { start: error.loc };
      report(file, { loc }, error.message.replace(/ \(\d+:\d+\)$/, ""));
    }
  }

  check() {
    if (!this.tree) return;
    this.top = this.open(null, true);
    this.hoist(this.tree.body, this.top);
    for (const node of this.tree.body) this.visit(node, this.top);
  }

  open(parent, isFunction) {
    const scope = new Scope(parent, isFunction);
    this.scopes.push(scope);
    return scope;
  }

  // Declarations count before the statements around them run.
  hoist(statements, scope) {
    for (const statement of statements) {
      const exported = /^Export(Named|Default)Declaration$/.test(statement.type);
      const node = exported && statement.declaration ? statement.declaration : statement;
      if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
        if (node.id) scope.declare(node.id.name, "function", node.id, node);
      } else if (node.type === "VariableDeclaration") {
        this.declareVariables(node, scope);
      } else if (node.type === "ImportDeclaration") {
        for (const each of node.specifiers) {
          const name = { ImportSpecifier: each.imported?.name, ImportDefaultSpecifier: "default" }[each.type] ?? "*";
          scope.declare(each.local.name, "import", each.local, { name, from: node.source.value });
          this.imports.push({ name, local: each.local.name, from: node.source.value, node: each });
        }
        if (!node.specifiers.length) this.imports.push({ name: null, from: node.source.value, node });
      }
      if (exported) this.declareExports(statement);
    }
  }

  declareVariables(node, scope) {
    for (const { id, init } of node.declarations) {
      for (const name of boundNames(id)) {
        scope.declare(name.name, node.kind, name, name === id && init && FUNCTIONS.has(init.type) ? init : null);
      }
    }
  }

  declareExports(statement) {
    if (statement.type === "ExportDefaultDeclaration") this.exports.add("default");
    const { declaration } = statement;
    if (declaration?.id && statement.type === "ExportNamedDeclaration") {
      this.exports.add(declaration.id.name);
      if (FUNCTIONS.has(declaration.type)) this.functions.set(declaration.id.name, declaration);
    }
    for (const each of declaration?.declarations ?? []) {
      for (const name of boundNames(each.id)) this.exports.add(name.name);
      if (each.init && FUNCTIONS.has(each.init.type)) this.functions.set(each.id.name, each.init);
    }
    for (const each of statement.specifiers ?? []) {
      this.exports.add(each.exported.name);
      if (statement.source) this.imports.push({ name: each.local.name, from: statement.source.value, node: each });
    }
  }

  use(identifier, scope, isWrite = false) {
    const found = scope.find(identifier.name);
    if (!found) {
      if (!GLOBALS.has(identifier.name)) report(this.file, identifier, `nobody declares "${identifier.name}"`);
      return null;
    }
    if (isWrite && (found.kind === "const" || found.kind === "import")) {
      report(this.file, identifier, `"${identifier.name}" is a constant`);
    }
    if (!isWrite) found.used = true;
    return found;
  }

  visitAll(nodes, scope) {
    for (const node of nodes) if (node) this.visit(node, scope);
  }

  visitPattern(pattern, scope, isWrite) {
    if (!pattern) return;
    switch (pattern.type) {
      case "Identifier": if (isWrite) this.use(pattern, scope, true); break;
      case "MemberExpression": this.visit(pattern, scope); break;
      case "ObjectPattern":
        for (const each of pattern.properties) {
          if (each.computed) this.visit(each.key, scope);
          this.visitPattern(each.type === "RestElement" ? each.argument : each.value, scope, isWrite);
        }
        break;
      case "ArrayPattern": for (const each of pattern.elements) this.visitPattern(each, scope, isWrite); break;
      case "AssignmentPattern":
        this.visitPattern(pattern.left, scope, isWrite);
        this.visit(pattern.right, scope);
        break;
      case "RestElement": this.visitPattern(pattern.argument, scope, isWrite); break;
    }
  }

  visitFunction(node, scope) {
    const inner = this.open(scope, true);
    if (node.type === "FunctionExpression" && node.id) inner.declare(node.id.name, "name", node.id, node);
    for (const each of node.params) for (const name of boundNames(each)) inner.declare(name.name, "parameter", name);
    for (const each of node.params) this.visitPattern(each, inner, false);
    if (node.body.type === "BlockStatement") {
      this.hoist(node.body.body, inner);
      this.visitAll(node.body.body, inner);
    } else {
      this.visit(node.body, inner);
    }
  }

  visit(node, scope) {
    const special = this[node.type];
    if (special) special.call(this, node, scope);
    else if (FUNCTIONS.has(node.type)) this.visitFunction(node, scope);
    else this.visitChildren(node, scope);
  }

  visitChildren(node, scope) {
    for (const [key, value] of Object.entries(node)) {
      if (key === "loc") continue;
      if (Array.isArray(value)) this.visitAll(value.filter((each) => each?.type), scope);
      else if (value?.type) this.visit(value, scope);
    }
  }

  // What is not just its children ---------------------------------------------------------------------------------------

  Identifier(node, scope) { this.use(node, scope); }

  ImportDeclaration() {}

  ExportNamedDeclaration(node, scope) {
    if (node.declaration) this.visit(node.declaration, scope);
    else if (!node.source) for (const each of node.specifiers) this.use(each.local, scope);
    const named = node.declaration?.declarations?.flatMap((each) => [...boundNames(each.id)]) ?? [node.declaration?.id];
    for (const each of named) if (each) scope.find(each.name).used = true;
  }

  ExportAllDeclaration(node) {
    this.imports.push({ name: null, from: node.source.value, node });
  }

  ExportDefaultDeclaration(node, scope) {
    this.visit(node.declaration, scope);
    if (node.declaration.id) scope.find(node.declaration.id.name).used = true;
  }

  ImportExpression(node, scope) {
    this.visit(node.source, scope);
    if (node.source.type === "Literal") this.imports.push({ name: null, from: node.source.value, node });
  }

  BlockStatement(node, scope) {
    const inner = this.open(scope, false);
    this.hoist(node.body, inner);
    this.visitAll(node.body, inner);
  }

  SwitchStatement(node, scope) {
    this.visit(node.discriminant, scope);
    const inner = this.open(scope, false);
    this.hoist(node.cases.flatMap((each) => each.consequent), inner);
    for (const each of node.cases) {
      if (each.test) this.visit(each.test, inner);
      this.visitAll(each.consequent, inner);
    }
  }

  loop(node, scope) {
    const inner = this.open(scope, false);
    for (const each of [node.init, node.left]) {
      if (each?.type === "VariableDeclaration") this.declareVariables(each, inner);
    }
    for (const each of [node.init, node.left]) {
      if (each?.type === "VariableDeclaration") this.visit(each, inner);
      else if (each && each === node.left) this.visitPattern(each, inner, true);
      else if (each) this.visit(each, inner);
    }
    this.visitAll([node.test, node.update, node.right, node.body], inner);
  }

  ForStatement(node, scope) { this.loop(node, scope); }
  ForOfStatement(node, scope) { this.loop(node, scope); }
  ForInStatement(node, scope) { this.loop(node, scope); }

  CatchClause(node, scope) {
    const inner = this.open(scope, false);
    for (const name of boundNames(node.param)) inner.declare(name.name, "parameter", name);
    this.visit(node.body, inner);
  }

  FunctionDeclaration(node, scope) { this.visitFunction(node, scope); }

  ClassDeclaration(node, scope) {
    if (node.superClass) this.visit(node.superClass, scope);
    this.visit(node.body, scope);
  }

  ClassExpression(node, scope) { this.ClassDeclaration(node, scope); }

  VariableDeclaration(node, scope) {
    if (node.kind === "var") report(this.file, node, "var: use const or let");
    for (const { id, init } of node.declarations) {
      if (init) this.visit(init, scope);
      this.visitPattern(id, scope, false);
    }
  }

  AssignmentExpression(node, scope) {
    if (node.operator !== "=" && node.left.type === "Identifier") {
      const found = this.use(node.left, scope, true);
      if (found) found.used = true;
    } else this.visitPattern(node.left, scope, true);
    this.visit(node.right, scope);
  }

  UpdateExpression(node, scope) {
    if (node.argument.type === "Identifier") {
      const found = this.use(node.argument, scope, true);
      if (found) found.used = true;
    } else this.visit(node.argument, scope);
  }

  BinaryExpression(node, scope) {
    const isNull = node.right.type === "Literal" && node.right.value === null; // which means undefined too
    if ((node.operator === "==" || node.operator === "!=") && !isNull) {
      report(this.file, node, `${node.operator}: use ${node.operator}=`);
    }
    this.visitChildren(node, scope);
  }

  UnaryExpression(node, scope) {
    const isAsked = node.operator === "typeof" && node.argument.type === "Identifier";
    if (!isAsked || scope.find(node.argument.name)) this.visit(node.argument, scope);
  }

  CallExpression(node, scope) {
    this.visitChildren(node, scope);
    if (node.callee.type !== "Identifier") return;
    const binding = scope.find(node.callee.name);
    if (binding?.value && !node.arguments.some((each) => each.type === "SpreadElement")) this.calls.push({ binding, node });
  }

  MemberExpression(node, scope) {
    this.visit(node.object, scope);
    if (node.computed) this.visit(node.property, scope);
  }

  Property(node, scope) {
    if (node.computed) this.visit(node.key, scope);
    this.visit(node.value, scope);
  }

  MethodDefinition(node, scope) { this.Property(node, scope); }

  PropertyDefinition(node, scope) {
    if (node.computed) this.visit(node.key, scope);
    if (node.value) this.visit(node.value, scope);
  }

  LabeledStatement(node, scope) { this.visit(node.body, scope); }
  BreakStatement() {}
  ContinueStatement() {}
  MetaProperty() {}
}

// What needs all modules -------------------------------------------------------------------------------------------------

const modules = new Map(files.map((file) => [path.resolve(file), new Module(path.resolve(file))]));
for (const module of modules.values()) module.check();

function checkImports(module) {
  for (const { name, from, node } of module.imports) {
    const file = target(module.file, from);
    if (file === null) continue;
    const other = modules.get(path.resolve(file));
    if (!other) report(module.file, node, `import from "${from}": there is no such file`);
    else if (name && name !== "*" && other.tree && !other.exports.has(name)) {
      report(module.file, node, `import of "${name}": "${from}" does not export it`);
    }
  }
}

function functionOf(module, { value }) {
  if (FUNCTIONS.has(value.type)) return value;
  if (!value.from) return null;
  const file = target(module.file, value.from);
  return file === null ? null : (modules.get(path.resolve(file))?.functions.get(value.name) ?? null);
}

function checkCalls(module) {
  for (const { binding, node } of module.calls) {
    const called = functionOf(module, binding);
    if (!called || called.params.some((each) => each.type === "RestElement")) continue;
    if (node.arguments.length > called.params.length) {
      report(module.file, node, `"${binding.name}" takes ${called.params.length} arguments, not ${node.arguments.length}`);
    }
  }
}

const UNUSED = { import: "import", const: "constant", let: "variable", var: "variable", function: "function" };

function checkUse(module) {
  for (const scope of module.scopes) {
    if (scope === module.top && !module.isModule) continue; // others may use what a script declares
    for (const { name, kind, node, used } of scope.names.values()) {
      if (!used && UNUSED[kind] && !name.startsWith("_")) report(module.file, node, `${UNUSED[kind]} "${name}" is not used`);
    }
  }
}

for (const module of modules.values()) {
  if (!module.tree) continue;
  checkImports(module);
  checkCalls(module);
  checkUse(module);
}
problems.sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column);
for (const { file, line, column, text } of problems) {
  console.log(`${path.relative(process.cwd(), file)}:${line}:${column}: ${text}`);
}
process.exitCode = problems.length ? 1 : 0;

// Graphs, their changes and their texts, without a browser.

import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {load} from 'perlane';
import {createServer} from 'vite';

let vite, perlane, catalogue, graphs, parse, write, edit, cpp, rows, store, scale, valueNumbers,
    thumbnails, period, squares, recipes, evaluate, nested, seeds;
before(async () => {
  vite = await createServer({
    server: {middlewareMode: true, ws: false, watch: null}, appType: 'custom', logLevel: 'error',
    optimizeDeps: {noDiscovery: true},
  });
  [graphs, parse, write, edit, cpp, rows, store, scale, valueNumbers, thumbnails, period, squares,
   recipes, evaluate, nested, seeds] = await Promise.all([
    'field/graph', 'field/parse', 'field/write', 'field/edit', 'export/cpp', 'nodes/rows',
    'state/store', 'inspect/scale', 'nodes/valueNumbers', 'nodes/thumbnails', 'field/period',
    'picture/squares', 'state/recipe',
    'field/evaluate', 'field/nested', 'field/seed',
  ].map((name) => vite.ssrLoadModule(`/src/${name}.ts`)));
  perlane = await load();
  ({catalogue} = perlane);
});
after(() => vite.close());

const graphOf = (field, more = {}) => parse.graphOf({perlane: 1, field, ...more}, catalogue);
const fieldOf = (graph) => write.written(graph).document.field;
const idOf = (graph, name) => graph.calls.find(({factory}) => factory === name).id;
const factoryOf = (name) => edit.factoryOf(catalogue, name);
const perlin = {perlin: {seed: 1}}, value = {value: {seed: 2}};

// Numbers between 0 and 1, the same each time.
function random(state) {
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

test('numbers stand in ports, and make way for what is connected', () => {
  let graph = graphOf({add: {a: perlin, b: 0.25}}, {loose: [value]});
  assert.equal(graph.calls.length, 3);
  const add = idOf(graph, 'add');
  assert.equal(graph.calls.find(({id}) => id === add).inputs.b, 0.25);
  graph = edit.withInput(graph, add, 'b', idOf(graph, 'value'));
  assert.deepEqual(fieldOf(graph), {add: {a: perlin, b: value}});
  graph = edit.withInput(graph, add, 'b', null);
  assert.deepEqual(fieldOf(graph), {add: {a: perlin, b: 0.25}});
  assert.deepEqual(fieldOf(edit.withInput(graph, add, 'a', null)), {add: {b: 0.25}});
  // A constant that somebody has added is a node.
  const constant = graphOf({add: {a: perlin, b: {constant: {value: 3}}}});
  assert.equal(constant.calls.length, 3);
  assert.deepEqual(fieldOf(constant), {add: {a: perlin, b: {constant: {value: 3}}}});
});

test('a muted call is its first field, in the order of the library', () => {
  const warp = {warp: {field: perlin, by: [value, 2]}};
  let graph = graphOf({fbm: {source: warp}});
  graph = edit.withMuted(graph, catalogue, new Set([idOf(graph, 'warp')]));
  assert.deepEqual(fieldOf(graph), {fbm: {source: perlin}});
  assert.deepEqual(fieldOf({...graph, output: idOf(graph, 'warp')}), perlin);
  const sheet = write.sheetOf(graph);
  assert.deepEqual(sheet.field, {fbm: {source: warp}});
  assert.deepEqual(write.sheetOf(parse.graphOf(sheet, catalogue)), sheet);
  // Muted calls one after another, and noise, which has no field.
  const all = new Set(graph.calls.map(({id}) => id));
  graph = edit.withMuted(graph, catalogue, all);
  assert.deepEqual(fieldOf(graph), {constant: {value: 0}});
  perlane.fromJson(write.written(graph).document).destroy();
  assert.deepEqual(fieldOf(edit.withMuted(graph, catalogue, all)), {fbm: {source: warp}});
  // A call that is taken away leaves the same field.
  graph = graphOf(warp);
  assert.deepEqual(fieldOf(edit.withoutCall(graph, catalogue, idOf(graph, 'warp'))), perlin);
});

test('a call goes into a connection, and circles are refused', () => {
  let graph = graphOf({add: {a: perlin, b: 0.5}}, {loose: [{abs: {}}, {add: {a: 1, b: 2}}]});
  const [abs, add] = [idOf(graph, 'abs'), graph.output];
  graph = edit.inserted(graph, catalogue, abs, {id: add, port: 'a'});
  assert.deepEqual(fieldOf(graph), {add: {a: {abs: {a: perlin}}, b: 0.5}});
  assert.equal(edit.inserted(graph, catalogue, add, {id: abs, port: 'a'}), null);
  assert.equal(edit.inserted(graph, catalogue, idOf(graph, 'perlin'), {id: add, port: 'a'}), null);
  assert.equal(edit.withInput(graph, abs, 'a', add), graph);
  // The new one takes what the port had, even a number.
  const {graph: next, id} =
    edit.withCall(graph, catalogue, factoryOf('sine'), {to: {id: add, port: 'b'}}, [0, 0]);
  assert.deepEqual(fieldOf(next).add.b, {sine: {a: 0.5}});
  assert.ok(next.calls.some((call) => call.id === id));
});

test('lists of fields have no gaps', () => {
  let graph = graphOf({warp: {field: perlin, by: [1, value, 3]}});
  graph = edit.withInput(graph, graph.output, 'by.1', null);
  assert.deepEqual(fieldOf(graph).warp.by, [1, 3]);
  graph = edit.withInput(graph, graph.output, 'by.2', idOf(graph, 'value'));
  assert.deepEqual(fieldOf(graph).warp.by, [1, 3, value]);
});

test('any changes leave a graph that can be written, read and drawn', () => {
  for (let seed = 1; seed <= 6; ++seed) {
    const next = random(seed), any = (list) => list[Math.floor(next() * list.length)];
    let graph = graphOf(perlin);
    for (let step = 0; step < 80; ++step) {
      const {id} = any(graph.calls), other = any(graph.calls), factory = any(catalogue.factories);
      const ports = graphs.portsOf(factoryOf(other.factory), other.inputs);
      const to = ports.length > 0 ? {id: other.id, port: any(ports)} : null;
      const spot = any([{}, {at: id}, {from: id}, ...(to ? [{to}] : [])]);
      const changes = [
        () => edit.withCall(graph, catalogue, factory, spot, [0, 0]).graph,
        () => to && edit.withInput(graph, to.id, to.port, any([id, next(), null])),
        () => to && edit.inserted(graph, catalogue, id, to),
        () => edit.withoutCall(graph, catalogue, id),
        () => edit.withMuted(graph, catalogue, new Set([id, other.id])),
        () => graph.calls.length < 30 && edit.withCopies(graph, [other], [10, 10]).graph,
        () => edit.withOutput(graph, id),
      ];
      graph = any(changes)() || graph;

      const ids = new Set(graph.calls.map((call) => call.id));
      assert.equal(ids.size, graph.calls.length);
      assert.ok(ids.has(graph.output));
      for (const call of graph.calls) {
        for (const source of graphs.sourcesOf(call)) assert.ok(ids.has(source));
        assert.ok(!graphs.sourcesOf(call).some((source) =>
          graphs.selfAndDependents(graph, call.id).has(source)), 'a circle');
        rows.rowsOf(catalogue, call);
      }
      const sheet = write.sheetOf(graph);
      assert.deepEqual(write.sheetOf(parse.graphOf(sheet, catalogue)), sheet);
      cpp.cppOf(graph, catalogue);
      try {
        perlane.fromJson(write.written(graph).document).destroy();
      } catch ({message}) {
        const complaint = write.complaintOf(message, write.written(graph));
        assert.ok(complaint.id === undefined || ids.has(complaint.id), message);
      }
    }
  }
});

test('fields are C++', () => {
  const cppOf = (field, more) => cpp.cppOf(graphOf(field, more), catalogue).split('\n\n').at(-1);
  assert.equal(cppOf({fbm: {source: perlin, octaves: 3}}),
               'const Field field = fbm(perlin({.seed = 1}), {.octaves = 3});\n');
  assert.equal(cppOf({add: {a: 0.5, b: 2}}), 'const Field field = constant(0.5f) + 2;\n');
  assert.equal(cppOf({constant: {value: 0.5}}), 'const Field field = constant(0.5f);\n');
  assert.equal(cppOf({multiply: {a: 'f', b: 'f'}}, {fields: {f: perlin}}),
               'const Field f1 = perlin({.seed = 1});\nconst Field field = f1 * f1;\n');
  for (const [field, text] of [
    [{perlin: {seed: '18446744073709551615', fade: 'cubic', gradients: 'edges', lattice: 'hashed',
               period: [4]}},
     'perlin({.seed = 18446744073709551615u, .lattice = Lattice::hashed(), ' +
     '.gradients = Gradients::edges(), .fade = Fade::cubic, .period = {4, 0}})'],
    [{perlin: {gradients: {random: {seed: 9}}}}, 'perlin({.gradients = Gradients::random(9)})'],
    [{perlin: {gradients: {random: {seed: '18446744073709551615'}}}},
     'perlin({.gradients = Gradients::random(18446744073709551615u)})'],
    [{perlin: {seed: 3e9, frequency: 2 ** 60, period: [4294967296, 1]}},
     'perlin({.seed = 3000000000, .frequency = 1152921504606847000.0, .period = {4294967296, 1}})'],
    [{add: {a: perlin, b: 20000001}}, 'perlin({.seed = 1}) + 20000001.0f'],
    [{clamp: {a: perlin, low: -1e30, high: 3e9}},
     'clamp(perlin({.seed = 1}), -1e+30f, 3000000000.0f)'],
    [{fbm: {source: perlin, aligned: true}}, 'fbm(perlin({.seed = 1}), {.aligned = true})'],
    [{warp: {field: perlin, by: [value, 2]}}, 'warp(perlin({.seed = 1}), {value({.seed = 2}), 2})'],
    [{curve: {a: perlin, points: [[-1, 0], [1, 0.5]]}},
     'curve(perlin({.seed = 1}), {{-1, 0}, {1, 0.5f}})'],
    [{rotate: {field: perlin, angle: 0.5, towards: 1}}, 'rotate(perlin({.seed = 1}), 0.5, 0, 1)'],
  ]) {
    assert.equal(cppOf(field), `const Field field = ${text};\n`);
  }
  // What has no short way to write it, and what is nested too deeply to read, is JSON.
  const deep = Array.from({length: 501}).reduce((a) => ({abs: {a}}), perlin);
  for (const field of [{perlin: {lattice: {permutation: {size: 256}}}}, deep]) {
    assert.match(cppOf(field), /^const Field field = from_json\(R"json\(\{.*\}\)json"\);\n$/);
  }
});

test('the tile of a field is searched in its fields alone, and once in each', () => {
  const periodOf = (field, fields) => period.periodOf({perlane: 1, fields, field}, catalogue);
  // The name of a field may be the choice of a member.
  assert.equal(periodOf({multiply: {a: 'f1', b: 'f1'}}, {f1: {cellular: {returns: 'f1'}}}), null);
  assert.equal(periodOf({abs: {a: 'toString'}}, {}), null);
  assert.equal(periodOf({perlin: {period: [8], frequency: 0.5}}), null);  // along x alone
  assert.deepEqual(periodOf({perlin: {period: 8, frequency: 0.5}}), [16, 16]);
  const fields = {g0: perlin};
  for (let i = 1; i <= 60; ++i) fields[`g${i}`] = {add: {a: `g${i - 1}`, b: `g${i - 1}`}};
  assert.equal(periodOf('g60', fields), null);
  fields.g0 = {value: {frequency: 0.125, period: [4, 5]}};
  assert.deepEqual(periodOf('g60', fields), [32, 40]);
  assert.deepEqual(periodOf({warp: {field: perlin, by: [1, 'g1']}}, fields), [32, 40]);
  assert.equal(periodOf({tile: {field: perlin, size: [1e30, 10]}}), null);
  for (let i = 1; i <= 20000; ++i) fields[`g${i}`] = {abs: {a: `g${i - 1}`}};
  assert.deepEqual(periodOf('g20000', fields), [32, 40]);
  // Of two tiles it is the first, as large as the calls around it make it.
  const scaled = {scale: {field: {multiply: {a: perlin, b: 'g0'}}, factor: [0.5, -2]}};
  assert.deepEqual(periodOf({add: {b: {perlin: {period: 9}}, a: scaled}}, fields), [16, 80]);
});

test('a tile that is too large for its pixels is not repeated', () => {
  const view = {...recipes.plainView, repeat: [1e20, 1e20]};
  const sight = {view, width: 512, height: 512, unit: 1};
  const keys = (sight) => squares.squaresOf(sight, {json: '', dimensions: 2}, false)
    .map(({key}) => key);
  assert.equal(squares.tileOf(sight), null);
  assert.deepEqual(keys(sight), keys({...sight, view: recipes.plainView}));
  assert.deepEqual(squares.tileOf({...sight, unit: 2 ** 40}), view.repeat);
  const linkOf = (edge) => JSON.stringify({perlane: 1, field: perlin, view: {repeat: [9, edge]}});
  assert.deepEqual(recipes.recipeOf(linkOf(2 ** 84), perlane).view.repeat, [9, 2 ** 84]);
  assert.throws(() => recipes.recipeOf(linkOf(1e26), perlane),
                {message: 'view.repeat is not a list of two numbers above 0, up to 2^84'});
});

test('-0 keeps its sign', () => {
  const points = [[-1, -0], [1, -0]], field = {curve: {a: {add: {a: perlin, b: -0}}, points}};
  const recipe = {graph: graphOf(field), view: recipes.plainView};
  const link = recipes.linkOf(recipe);
  assert.deepEqual(write.written(recipes.recipeOf(link, perlane).graph).document.field, field);
  const {json} = evaluate.evaluated(perlane, recipe.graph, 2).field;
  assert.deepEqual(JSON.parse(json).field, field);
  const plus = graphOf(JSON.parse(JSON.stringify(field)));
  assert.equal(graphs.isSame(recipe.graph, plus), false);
  const {reduce, started} = store, change = {kind: 'change', recipe: {...recipe, graph: plus}};
  assert.equal(reduce(started(recipe), change).present.graph, plus);
  const numberOf = (graph) => valueNumbers.valueNumbersOf(graph).get(graph.output);
  assert.notEqual(numberOf(recipe.graph), numberOf(plus));
  assert.match(cpp.cppOf(recipe.graph, catalogue),
               /perlin\(\{\.seed = 1\}\) \+ -0\.0f, \{\{-1, -0\.0f\}, \{1, -0\.0f\}\}/);
});

test('a path of chunks within chunks is as long as a link may have it', () => {
  const linkOf = (path) => JSON.stringify({
    perlane: 1, field: perlin, view: {zoom: -5},
    nested: {path, worldSeed: 1, octaves: 4, gain: 0.5}});
  const path = Array.from({length: 1000}, () => [1, 2, 0]);
  const read = recipes.recipeOf(linkOf(path), perlane), view = {...read.view, zoom: -12};
  assert.equal(nested.fitted(read.nested, view).nested, read.nested);
  const shorter = {...read.nested, path: path.slice(1)};
  assert.equal(nested.fitted(shorter, view).nested.path.length, 1000);
  assert.throws(() => recipes.recipeOf(linkOf([...path, [1, 2, 0]]), perlane),
                {message: 'nested.path has 1001 positions; use up to 1000'});
});

test('seeds of 64 bits are numbers, or their digits', () => {
  const {typedSeed, isSeed, seedsOf} = seeds;
  const seedsOfMember = (name) => seedsOf(factoryOf(name).members.find((one) =>
    one.name === 'seed'));
  const unsigned = seedsOfMember('perlin'), signed = seedsOfMember('opensimplex2s');
  assert.equal(seedsOfMember('fastnoise_lite'), undefined);
  for (const [text, one, other] of [
    ['-5', null, -5], ['9007199254740991', 2 ** 53 - 1, 2 ** 53 - 1],
    ['9007199254740993', '9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615', null], ['18446744073709551616', null, null],
    ['-9223372036854775808', null, '-9223372036854775808'], ['-9223372036854775809', null, null],
  ]) {
    assert.deepEqual([typedSeed(text, unsigned), typedSeed(text, signed)], [one, other]);
    assert.equal(isSeed(text, unsigned), one !== null);
    assert.equal(isSeed(text, signed), other !== null);
  }
  assert.equal(isSeed(2 ** 53, signed), false);
});

test('numbers that are dragged stay within their limits', () => {
  const {draggedNumber} = rows;
  assert.equal(draggedNumber(6, 16, {least: 1, most: 32, isWhole: true}), 8);
  assert.equal(draggedNumber(6, -900, {least: 1, most: 32, isWhole: true}), 1);
  assert.equal(draggedNumber(0.5, 30, {}), 0.6);
  assert.ok(draggedNumber(0.01, -6000, {above: 0}) > 0);
  assert.equal(draggedNumber(3, 9000, {most: 4}), 4);
  for (const from of [0, -1e-30, 1e300, 5e-324]) {
    for (const by of [-500, 1, 500]) assert.ok(Number.isFinite(draggedNumber(from, by, {})));
  }
});

test('undo goes back step by step, and redo forth; changes of one thing are one step', () => {
  const {reduce, started} = store, view = {x: 0, y: 0, zoom: 0};
  const recipe = (name) => ({graph: graphOf({[name]: {}}), view, name});
  let now = started(recipe('perlin'));
  const change = (name, key) => (now = reduce(now, {kind: 'change', recipe: recipe(name), key}));
  change('value', 'a');
  change('white', 'a');
  change('simplex', 'b');
  now = reduce(now, {kind: 'pause'});
  change('cellular', 'b');
  now = reduce(now, {kind: 'look', view: {x: 5}});
  const names = [];
  for (let i = 0; i < 5; ++i) {
    now = reduce(now, {kind: 'undo'});
    names.push(now.present.name);
  }
  assert.deepEqual(names, ['simplex', 'white', 'perlin', 'perlin', 'perlin']);
  assert.equal(now.present.view.x, 5);
  for (let i = 0; i < 9; ++i) now = reduce(now, {kind: 'redo'});
  assert.equal(now.present.name, 'cellular');
  // A key at the end of a slider changes nothing, which is no step.
  assert.equal(reduce(now, {kind: 'change', recipe: {...now.present}, key: 'c'}), now);
  // Nor is a change that is taken back by hand.
  const {past} = now, before = now.present;
  change('value', 'd');
  now = reduce(now, {kind: 'change', recipe: before, key: 'd'});
  assert.deepEqual(now.past, past);
  const same = reduce(now, {kind: 'pause'});
  assert.equal(reduce(same, {kind: 'pause'}), same);
});

test('undo leaves a planet as it was turned, and takes back a number of a nested world', () => {
  const {reduce, started} = store, view = {x: 0, y: 0, z: 0, zoom: 0, palette: 'grey'};
  const perlin = {graph: graphOf({perlin: {}}), view};
  const change = (from, recipe) => reduce(from, {kind: 'change', recipe, key: null});
  let now = change(started(perlin), {...perlin, view: {...view, palette: 'rock'}});
  now = reduce(reduce(now, {kind: 'look', view: {z: 400}}), {kind: 'undo'});
  assert.deepEqual(now.present.view, {...view, z: 400});
  now = change(now, {...perlin, view: {...view, z: 3}});
  now = reduce(now, {kind: 'undo'});
  assert.equal(now.present.view.z, 400);
  const world = (worldSeed, path) => {
    const inside = {worldSeed, path, octaves: 3, gain: 0.5};
    return {graph: nested.nestedGraph(inside), view, nested: inside};
  };
  now = change(started(world(5, [[0, 0, 0]])), world(6, [[0, 0, 0]]));
  now = reduce(now, {kind: 'look', view: {}, nested: world(6, [[1, 2, 0]]).nested});
  now = reduce(now, {kind: 'undo'});
  assert.deepEqual(now.present.nested, world(5, [[1, 2, 0]]).nested);
  assert.deepEqual(now.present.graph.calls[0].members,
                   world(5, [[1, 2, 0]]).graph.calls[0].members);
});

test('scale bars are round, and as long as there is room, at any zoom', () => {
  for (let zoom = -40; zoom <= 40; zoom += 0.37) {
    const {length, pixels} = scale.scaleBar(zoom, 120);
    assert.ok(pixels <= 120.001 && pixels > 47, `${zoom}: ${pixels}`);
    assert.ok(Math.abs(length / 2 ** zoom - pixels) < 0.01);
    assert.match(String(length.toExponential()), /^[125]e/);
  }
  const view = {x: 3, y: -4, zoom: -2}, size = {width: 300, height: 200}, at = {x: 17, y: 31};
  assert.deepEqual(scale.pixelsOf(scale.coordinatesOf(at, view, size), view, size), at);
});

test('every function begins with members that the library takes', () => {
  for (const factory of catalogue.factories) {
    const at = factory.fields.length > 0 ? {at: 'n1'} : {};
    const {graph, id} = edit.withCall(graphOf(perlin), catalogue, factory, at, [0, 0]);
    const text = write.written({...graph, output: id});
    try {
      perlane.fromJson(text.document).destroy();
    } catch ({message}) {
      // Some need other fields, as the logarithm does.
      const {member} = write.complaintOf(message, text);
      assert.ok(factory.fields.includes(member), `${factory.name}: ${message}`);
    }
  }
});

test('equal fields have equal numbers, of which only the last ones are remembered', () => {
  const numberOf = (field) => {
    const graph = graphOf(field);
    return valueNumbers.valueNumbersOf(graph).get(graph.output);
  };
  const [first, other] = [numberOf({abs: {a: perlin}}), numberOf({abs: {a: value}})];
  assert.notEqual(first, other);
  const numbers = new Set();
  for (let seed = 0; seed < 5000; ++seed) {
    numbers.add(numberOf({white: {seed}}));
    assert.equal(numberOf({abs: {a: perlin}}), first);  // it is used all the time
  }
  assert.equal(numbers.size, 5000);
  const last = Math.max(...numbers);
  assert.ok(numberOf({abs: {a: value}}) > last);
});

test('a picture of a node that failed is asked for again; one that is there is not', () => {
  const asked = [], pool = {add: (task) => asked.push(task), drop: () => []};
  const all = new thumbnails.Thumbnails(pool), seen = [];
  all.look({x: 0, y: 0});
  for (const end of ['failed', 'done', 'none']) {
    const left = all.follow(1, () => '{}', (result) => seen.push(result));
    asked.pop()?.[end]('it');
    left();
  }
  assert.deepEqual(seen, [{error: 'it'}, {picture: 'it'}, {picture: 'it'}]);
  assert.deepEqual(asked, []);
});

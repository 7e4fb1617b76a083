// The parts of the page that tests run: how often, by scripts of the build, in files of the folder
// NODE_V8_COVERAGE, where Node itself writes the same about its own scripts.

import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

const folder = process.env.NODE_V8_COVERAGE;
let files = 0;

/**
 * Counts what a new page and its Workers run until the end of a test. The counts of Workers that
 * the page itself ends are lost.
 */
export async function counted(t, page, built) {
  if (!folder) return;
  await mkdir(folder, {recursive: true});
  const session = await page.context().newCDPSession(page);
  const workers = new Map(), calls = [];

  // Playwright has no sessions of Workers. Their messages go through that of the page.
  session.on('Target.attachedToTarget', ({sessionId}) => {
    let end;
    const ended = new Promise((done) => (end = () => done({})));
    const send = (method, params = {}) => {
      const result = new Promise((done) => calls.push(done));
      const message = JSON.stringify({id: calls.length - 1, method, params});
      session.send('Target.sendMessageToTarget', {sessionId, message}).catch(end);
      return Promise.race([result, ended]);
    };
    workers.set(sessionId, {send, end});
    void start(send);
    void send('Runtime.runIfWaitingForDebugger');
  });
  session.on('Target.receivedMessageFromTarget', ({message}) => {
    const {id, result = {}} = JSON.parse(message);
    calls[id]?.(result);
  });
  session.on('Target.detachedFromTarget', ({sessionId}) => {
    workers.get(sessionId)?.end();
    workers.delete(sessionId);
  });

  const start = (send) => Promise.all([
    send('Profiler.enable'),
    send('Profiler.startPreciseCoverage', {callCount: true, detailed: true}),
  ]);
  const ofPage = (method, params) => session.send(method, params);
  await start(ofPage);
  await ofPage('Target.setAutoAttach',
               {autoAttach: true, waitForDebuggerOnStart: true, flatten: false});

  const write = async () => {
    if (page.isClosed()) return;
    for (const {send} of [{send: ofPage}, ...workers.values()]) {
      const {result = []} = await send('Profiler.takePreciseCoverage');
      const scripts = result.filter(({url}) => /\/assets\/[^/]*\.js$/.test(url)).map((script) =>
        ({...script, url: new URL(script.url.match(/assets\/[^/]*$/)[0], built).href}));
      const name = `coverage-page-${process.pid}-${++files}.json`;
      await writeFile(join(folder, name), JSON.stringify({result: scripts}));
    }
  };
  // A page that goes or is loaded anew begins with no counts.
  for (const name of ['goto', 'reload', 'close']) {
    const method = page[name];
    page[name] = async (...given) => {
      await write();
      return method.apply(page, given);
    };
  }
  t.after(write);
}

// Starts the page: the module first, then the Workers, which all share it.

import './style.css';

import {load} from 'perlane';
import {createRoot} from 'react-dom/client';

import {App} from './App';
import {Pool} from './engine/pool';
import {ErrorBoundary} from './panels/ErrorBoundary';

const root = createRoot(document.getElementById('root') as HTMLElement);

function sentenceOf(error: unknown): string {
  if (typeof WebAssembly === 'undefined') {
    return 'This browser has no WebAssembly, which perlane needs. Use one of 2023 or later.';
  }
  if (error instanceof WebAssembly.CompileError) {
    return 'This browser has no vectors of 128 bits in WebAssembly (SIMD), which perlane needs. ' +
      'Use Chrome 95, Firefox 100, Safari 16.4 or later.';
  }
  return `The page could not be started: ${(error as Error).message}`;
}

root.render(<p className="notice" role="status">Loading…</p>);
try {
  const perlane = await load();
  const workers = Math.min(Math.max(navigator.hardwareConcurrency || 2, 1), 8);
  root.render(
    <ErrorBoundary says="Something on this page is broken. Reload it; its address has all of it.">
      <App perlane={perlane} pool={new Pool(perlane.module, workers)} />
    </ErrorBoundary>);
  // From the next visit on, the page needs no connection. A host without https has none of this.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('service.js').catch(() => {});
} catch (error) {
  root.render(<p className="notice error" role="alert">{sentenceOf(error)}</p>);
}

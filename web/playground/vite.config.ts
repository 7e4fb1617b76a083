import {createHash} from 'node:crypto';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import react from '@vitejs/plugin-react';
import {defineConfig, type Plugin} from 'vite';

// Writes service.js, which knows all files of the build. Its version is their hash.
function service(): Plugin {
  let folder = '';
  return {
    name: 'service', apply: 'build',
    configResolved: ({root, build}) => {
      folder = join(root, build.outDir);
    },
    closeBundle: async () => {
      const found = await readdir(folder, {recursive: true, withFileTypes: true});
      const paths = found.filter((one) => one.isFile())
        .map(({parentPath, name}) => join(parentPath, name));
      const hash = createHash('sha256');
      for (const path of paths.sort()) {
        hash.update(path.slice(folder.length)).update(await readFile(path));
      }
      const files = paths.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))
        .map((path) => path === 'index.html' ? './' : path);
      const text = (await readFile('service.js', 'utf8'))
        .replace('VERSION', JSON.stringify(hash.digest('hex').slice(0, 16)))
        .replace('FILES', JSON.stringify(files));
      await writeFile(join(folder, 'service.js'), text);
    },
  };
}

export default defineConfig({
  base: './',  // any folder of any host
  plugins: [react(), service()],
  worker: {format: 'es'},
  optimizeDeps: {exclude: ['perlane']},  // or its module would not be found
  server: {fs: {allow: ['../..']}},  // the golden hashes
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 800,  // three.js is one, which only the view in 3D loads
  },
});

import react from '@vitejs/plugin-react';
import {defineConfig} from 'vite';

export default defineConfig({
  base: './',  // any folder of any host
  plugins: [react()],
  worker: {format: 'es'},
  optimizeDeps: {exclude: ['perlane']},  // or its module would not be found
  server: {fs: {allow: ['../..']}},  // the golden hashes
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 800,  // three.js is one, which only the view in 3D loads
  },
});

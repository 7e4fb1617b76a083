// How `npm run coverage` counts the lines of src, in web/perlane and in web/playground. It leaves
// out the tables that web/perlane/build.mjs writes.

export default {
  logging: 'error',
  reports: ['text', 'html'],
  outputDir: `../../build/coverage/${process.env.npm_package_name}`,
  // Of the page, three scripts have no source maps: the one of the bundler, and the golden hashes.
  entryFilter: ({url}) =>
    /\/web\/(perlane\/dist|playground\/dist\/assets)\/(?!rolldown|fields|hashes)/.test(url),
  sourceFilter: (path) => /^src\/(?!golden|generated)/.test(path),
};

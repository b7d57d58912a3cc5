import { basename, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** CommonJS packages call it. */
const requireOfModules =
	"import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Ink's development mode needs a package that is not installed. */
const withoutDevtools: Plugin = {
	name: 'without devtools',
	setup: ({ onResolve, onLoad }) => {
		onResolve({ filter: /^\.\/devtools\.js$/ }, () => ({ path: 'devtools', namespace: 'nothing' }));
		onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
	},
};

/** Bundles a program of the tests, so that its starts do not compile it. Resolves with the path of the bundle. */
export async function bundled(program: string): Promise<string> {
	const name = basename(program).replace(/\.tsx?$/, '');
	const outfile = resolve(`node_modules/.cache/seedtop-tests/${name}-${process.pid}.mjs`);
	await build({
		entryPoints: [program],
		outfile,
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node20.19',
		jsx: 'automatic',
		logLevel: 'warning',
		// Finds its library beside its own files.
		external: ['@photostructure/sqlite'],
		// React's development mode takes half of a frame's time.
		define: { 'process.env.NODE_ENV': '"production"' },
		plugins: [withoutDevtools],
		banner: { js: requireOfModules },
	});
	return outfile;
}

import { chmod, copyFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

// What is published is this one folder: all programs, in chunks that are loaded when they are needed.
await rm('dist', { recursive: true, force: true });
await build({
	entryPoints: {
		cli: 'source/cli.ts',
		engine: 'source/service/engine/main.ts',
		'disk-worker': 'source/service/engine/webtorrent/disk/disk-worker.ts',
		'parent-watch': 'source/service/engine/parent-watch.ts',
		swarm: 'source/demo/swarm.ts',
	},
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	minify: true,
	// Names of classes are codes of errors, and stacks go to the log.
	keepNames: true,
	legalComments: 'none',
	logLevel: 'warning',
	// React and Ink have modes for development that cost half of a frame.
	define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
	// A package with binaries; the others are optional speed-ups that the engine does without.
	external: ['@photostructure/sqlite', 'bufferutil', 'utf-8-validate', 'react-devtools-core'],
	alias: {
		'webrtc-polyfill': './source/service/engine/webrtc-polyfill/index.js',
		'utp-native': './source/service/engine/no-utp.cjs',
	},
	plugins: [
		{
			// An alias would hold for the paths below the package too, which that file names.
			name: 'undici in part',
			setup: ({ onResolve }) =>
				onResolve({ filter: /^undici$/ }, () => ({ path: resolve('source/client/http/undici-parts.cjs') })),
		},
	],
	// What packages in the older module format expect to find.
	banner: {
		js: [
			"import { createRequire as __createRequire } from 'node:module';",
			"import { fileURLToPath as __fileURLToPath } from 'node:url';",
			"import { dirname as __dirnameOf } from 'node:path';",
			'const require = __createRequire(import.meta.url);',
			'const __filename = __fileURLToPath(import.meta.url);',
			'const __dirname = __dirnameOf(__filename);',
		].join('\n'),
	},
});
await chmod('dist/cli.js', 0o755);

// The explorer's files as they are (source/service/docs): browsers ask for them by these names.
const explorer = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
await mkdir('dist/docs');
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
	await copyFile(join(explorer, 'static', name), join('dist/docs', name));
}

import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

// Globals that CommonJS packages expect.
const commonJsGlobals = [
	"import { createRequire as __createRequire } from 'node:module';",
	"import { fileURLToPath as __fileURLToPath } from 'node:url';",
	"import { dirname as __dirnameOf } from 'node:path';",
	'const require = __createRequire(import.meta.url);',
	'const __filename = __fileURLToPath(import.meta.url);',
	'const __dirname = __dirnameOf(__filename);',
].join('\n');

// With `npm run build -- --maps`, `node --enable-source-maps dist/cli.js` prints stacks with the names and lines of the source.
const hasMaps = process.argv.includes('--maps');

const common = {
	outdir: 'dist',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20.19',
	legalComments: 'none',
	logLevel: 'warning',
	// The development modes of React and Ink take half of a frame's time.
	define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
	// The first is a package with binaries. The others are optional optimizations that the engine does not need.
	external: ['@photostructure/sqlite', 'bufferutil', 'utf-8-validate', 'react-devtools-core'],
	alias: {
		'webrtc-polyfill': './source/service/engine/webrtc-polyfill/index.js',
		'utp-native': './source/service/engine/no-utp.cjs',
		'@silentbot1/nat-api': './source/service/engine/no-nat.js',
		'cross-fetch-ponyfill': './source/service/engine/global-fetch.js',
	},
	plugins: [
		{
			// An alias would also apply to paths below the package, which that file imports.
			name: 'undici in part',
			setup: ({ onResolve, onLoad }) => {
				onResolve({ filter: /^undici$/ }, () => ({ path: resolve('source/client/http/undici-parts.cjs') }));
				// HTTP/2 is off, and bodies are no messages of node:http. Loading both takes 10 ms of a start.
				onLoad({ filter: /undici[\\/]lib[\\/]dispatcher[\\/]client\.js$/ }, async ({ path }) => {
					const text = await readFile(path, 'utf8');
					const [maxHeaderSize = ''] = /const getDefaultNodeMaxHeaderSize = [^}]*}/.exec(text) ?? [];
					const http2 = "const connectH2 = require('./client-h2.js')";
					const contents = [
						["const http = require('node:http')", ''],
						[maxHeaderSize, "const getDefaultNodeMaxHeaderSize = () => require('node:http').maxHeaderSize"],
						[http2, "const connectH2 = (...given) => require('./client-h2.js')(...given)"],
					].reduce((changed, [part, by]) => replaced(changed, part, by), text);
					return { contents };
				});
				onLoad({ filter: /undici[\\/]lib[\\/]core[\\/]util\.js$/ }, async ({ path }) => ({
					contents: replaced(
						replaced(await readFile(path, 'utf8'), "const { IncomingMessage } = require('node:http')", ''),
						'constructor === IncomingMessage',
						"constructor === require('node:http').IncomingMessage",
					),
				}));
			},
		},
		{
			// Drops the search for a package.json and its checks, 80 kB that every start would read: meow is given one.
			name: 'meow in part',
			setup: ({ onLoad }) => {
				onLoad({ filter: /meow[\\/]build[\\/]options\.js$/ }, async ({ path }) => ({
					contents: (await readFile(path, 'utf8')).replace(
						/^import .* from '.\/dependencies.js';$/m,
						'const readPackageUpSync = () => {}, normalizePackageData = () => {};',
					),
				}));
				onLoad({ filter: /meow[\\/]build[\\/]dependencies\.js$/ }, async ({ path }) => ({
					contents: (await readFile(path, 'utf8'))
						.replace(/= (?=(require\w+|require\w+\$\d|getDefaultExportFromCjs)\()/g, '= /* @__PURE__ */ ')
						.replace(/^promisify\(execFile\);$/m, ''),
				}));
			},
		},
	],
	banner: { js: commonJsGlobals },
	write: false,
};

/** The service is a bundle of its own, which `seedtop serve` loads. */
const service = {
	name: 'service apart',
	setup: ({ onResolve }) =>
		onResolve({ filter: /\/service\/start\.ts$/, namespace: 'file' }, ({ kind }) =>
			kind === 'dynamic-import' ? { path: './service.js', external: true } : undefined,
		),
};

/** The executable is one file without static imports: loading a second one takes a millisecond of each start. */
const commandsApart = {
	name: 'commands apart',
	setup: ({ onResolve }) =>
		onResolve({ filter: /^\.\/commands\/(run|registry)\.ts$/ }, ({ path }) => ({
			path: path.replace('./commands/', './').replace(/ts$/, 'js'),
			external: true,
		})),
};

const requireOfBuiltins = [
	"import { createRequire as __createRequire } from 'node:module';",
	'const __require = __createRequire(import.meta.url);',
].join('\n');

/** An import of a builtin module reads all of its exports. Those of node:fs load its streams, which takes 2 ms. */
const builtinsOnDemand = {
	name: 'builtins on demand',
	setup: ({ onResolve, onLoad }) => {
		onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }));
		onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
			contents: `module.exports = __require(${JSON.stringify(path)});`,
		}));
	},
};

/** Builtin modules that take milliseconds to load, and of which a start needs nothing. */
const lateBuiltins = ['crypto', 'http', 'child_process'];

/**
 * Loads builtin modules and creates expensive objects on first use. The first segmenter of a process reads the rules of
 * ICU, which takes 10 ms. Ink's texts need it, and the cockpit draws none.
 */
const onFirstUse = {
	name: 'on first use',
	setup: ({ onResolve, onLoad }) => {
		onResolve({ filter: /^node:/ }, ({ path, kind, namespace }) => {
			if (namespace === 'late' || kind !== 'import-statement') return { path, external: true };
			return lateBuiltins.includes(path.slice(5)) ? { path, namespace: 'late' } : { path, external: true };
		});
		onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => {
			const exported = Object.entries(process.getBuiltinModule(path));
			const getters = exported.map(([name]) => `get ${name}() { return require('${path}').${name}; }`);
			const functions = exported.filter(
				([name, value]) => typeof value === 'function' && /^[a-z]/.test(name),
			);
			const wrappers = functions.map(
				([name]) => `export const ${name} = (...given) => require('${path}').${name}(...given);`,
			);
			return { contents: `export default { ${getters.join(', ')} };\n${wrappers.join('\n')}` };
		});
		const creators =
			/(string-width[\\/]index|slice-ansi[\\/]tokenize-ansi|ansi-tokenize[\\/]build[\\/]tokenize)\.js$/;
		onLoad({ filter: creators }, async ({ path }) => {
			const text = await readFile(path, 'utf8');
			const [creation, name, given] = /^const (\w+) = new Intl\.Segmenter\((.*)\);$/m.exec(text) ?? [''];
			const segmenter = `let segments;
				const ${name} = { segment: (text) => (segments ??= new Intl.Segmenter(${given})).segment(text) };`;
			const late = replaced(text, creation, segmenter);
			const emoji = /const rgiEmojiRegex = (.*);/.exec(late);
			if (!emoji) return { contents: late };
			const test = `let emoji; const rgiEmojiRegex = { test: (text) => (emoji ??= ${emoji[1]}).test(text) };`;
			return { contents: late.replace(emoji[0], () => test) };
		});
	},
};

/**
 * Default imports of a CommonJS module copy all of its exports, in each file that has one. These modules are imported
 * so by many files of packages. Copying took 4 ms of a start.
 */
const exportsAsTheyAre = {
	name: 'exports as they are',
	setup: ({ onResolve, onLoad }) => {
		onResolve({ filter: /^(node:(process|os|tty)|react)$/ }, ({ path, kind }) =>
			kind === 'import-statement' ? { path, namespace: 'as it is' } : undefined,
		);
		onLoad({ filter: /.*/, namespace: 'as it is' }, async ({ path }) => {
			// Most properties of a process are no constants.
			const exported = path === 'node:process' ? ['cwd', 'env'] : await namesOf(path);
			const names = exported.filter((name) => name !== 'default');
			const lines = names.map((name) => `export const ${name} = found.${name};`);
			return {
				contents: [`const found = require('${path}');`, 'export default found;', ...lines].join('\n'),
				resolveDir: '.',
			};
		});
	},
};

/** Returns the names that a package or a builtin module exports, without 'module.exports'. */
async function namesOf(path) {
	return Object.keys(await import(path)).filter((name) => /^\w+$/.test(name));
}

/** A script has no await outside of functions. The layout library waits for its WebAssembly, and Ink for its development mode. */
const withoutTopLevelAwait = {
	name: 'without top-level await',
	setup: ({ onLoad }) => {
		onLoad({ filter: /yoga-layout[\\/]dist[\\/]binaries[\\/].*\.js$/ }, async ({ path }) => {
			const text = await readFile(path, 'utf8');
			const [, base64] = /"data:application\/octet-stream;base64,([^"]+)"/.exec(text);
			return { contents: `${text.replace(base64, '')}\nexport const binary = '${withLessMemory(base64)}';` };
		});
		onLoad({ filter: /yoga-layout[\\/]dist[\\/]src[\\/]index\.js$/ }, async ({ path }) => ({
			contents: replaced(
				replaced(await readFile(path, 'utf8'), 'import loadYoga from', 'import loadYoga, { binary } from'),
				'const Yoga = wrapAssembly(await loadYoga());',
				`const assembly = {
					instantiateWasm: (imports, done) => {
						const module = new WebAssembly.Module(Buffer.from(binary, 'base64'));
						done(new WebAssembly.Instance(module, imports));
						return {};
					},
				};
				loadYoga(assembly);
				const Yoga = wrapAssembly(assembly);`,
			),
		}));
		onLoad({ filter: /ink[\\/]build[\\/]reconciler\.js$/ }, async ({ path }) => ({
			contents: replaced(
				replaced(await readFile(path, 'utf8'), "await import('./devtools.js')", ''),
				'await loadPackageJson()',
				'undefined',
			),
		}));
	},
};

/**
 * Returns the layout library with 1 MiB of memory at its start instead of 16; it takes more when it needs more. V8 counts
 * that memory when it decides about collecting garbage, and would do so in the middle of a start.
 */
function withLessMemory(base64) {
	const binary = Buffer.from(base64, 'base64');
	// The section of memory: one memory with a maximum, from 256 pages of 64 KiB to 32,768. Both are LEB128 numbers.
	const at = binary.indexOf(Buffer.from([0x05, 0x07, 0x01, 0x01, 0x80, 0x02, 0x80, 0x80, 0x02]));
	if (at < 0)
		throw new Error('A dependency has changed: the memory of the layout library is declared otherwise.');
	binary.set([0x90, 0x00], at + 4);
	return binary.toString('base64');
}

/** Replaces a part that must occur. */
function replaced(text, part, by) {
	if (part === '' || !text.includes(part)) throw new Error(`A dependency has changed: '${part}' is missing.`);
	return text.replace(part, () => by);
}

/** Modules of the cockpit that are loaded when its first lines are on the screen. */
const modulesAfterStart = [
	'./source/tui/shell/open-session.ts',
	'./source/tui/shell/open-details.ts',
	'./source/tui/shell/cockpit.tsx',
	'./source/tui/terminal/ink-app.tsx',
	'./source/tui/screen-reader/start.ts',
	'./source/commands/cockpit/snapshot.ts',
];

// `npm test` builds only if something changed since the last build.
if (process.argv.includes('--if-changed') && (await isBuilt())) process.exit();

// The published folder contains all programs as chunks that are loaded on demand.
await rm('dist', { recursive: true, force: true });
await mkdir('dist');
const cockpitScripts = await bundleCockpit();
await bundle({
	entryPoints: { cli: 'source/cli.ts' },
	splitting: false,
	minify: true,
	banner: { js: requireOfBuiltins },
	define: { ...common.define, COCKPIT_SCRIPTS: JSON.stringify(cockpitScripts) },
	plugins: [commandsApart, builtinsOnDemand],
});
await bundle({
	entryPoints: { run: 'source/commands/run.ts', registry: 'source/commands/registry.ts' },
	// Keeping the names of functions would make the start of the cockpit a sixth longer.
	minify: true,
	sourcemap: hasMaps ? 'linked' : false,
	plugins: [service],
});
await bundle({
	entryPoints: {
		service: 'source/service/start.ts',
		engine: 'source/service/engine/main.ts',
		'disk-worker': 'source/service/engine/webtorrent/disk/disk-worker.ts',
		'engine-watcher': 'source/service/engine/watcher.ts',
		watcher: 'source/service/watcher/thread.ts',
		// It shares the BitTorrent library with the engine.
		swarm: 'source/demo/swarm/swarm.ts',
	},
	// Stacks, profiles and heap snapshots of the running service show the names of functions. They add 1.5 MB. Names
	// are not minified instead of kept by `keepNames`, which adds 256 bytes of memory to each closure.
	minifySyntax: true,
	minifyWhitespace: true,
});

/**
 * Bundles the cockpit into scripts, whose compiled code can be saved (source/commands/cockpit/run-bundle.ts). Returns
 * their descriptions. V8 loads the code of a script as a whole. So modules and packages that the first lines on the
 * screen do not need are scripts of their own.
 */
async function bundleCockpit() {
	const parts = { undici: ['undici'], ink: ['ink', 'react', 'react/jsx-runtime'] };
	const packages = Object.values(parts).flat();
	const main = 'source/commands/cockpit/main.ts';
	const apart = {
		name: 'packages apart',
		setup: ({ onResolve }) =>
			onResolve({ filter: /^(#start|#cockpit|[a-z/-]+)$/ }, ({ path }) =>
				path.startsWith('#') || packages.includes(path) ? { path, external: true } : undefined,
			),
	};
	const early = await modulesAtStart(main, [apart]);
	/** The modules of the first script that the second one uses. */
	const shared = new Map();
	const ofStart = {
		name: 'modules of the start',
		setup: ({ onResolve, onLoad, resolve: resolveAgain }) => {
			onResolve({ filter: /^[.a-z]/ }, async ({ path, pluginData, ...from }) => {
				// The modules of a package are shared with it.
				if (pluginData === ofStart || from.importer.includes('node_modules')) return undefined;
				const found = await resolveAgain(path, { ...from, pluginData: ofStart });
				if (found.namespace !== 'file' || !early.has(found.path)) return undefined;
				shared.set(found.path, early.get(found.path) ?? (await namesOf(found.path)));
				return { path: found.path, namespace: 'start' };
			});
			onLoad({ filter: /.*/, namespace: 'start' }, ({ path }) => ({
				contents: importsOf(path, shared.get(path)),
			}));
		},
	};
	const getters = (of) => of.map((id) => `get '${id}'() { return require('${id}'); }`).join(', ');
	const contentsOf = (contents) => ({ stdin: { contents, resolveDir: '.' } });
	const cockpit = await bundleScript('cockpit', ['#cockpit'], {
		...contentsOf(`module.exports = { ${getters(modulesAfterStart)} };`),
		plugins: [apart, ofStart],
	});
	const afterStart = {
		name: 'modules after the start',
		setup: ({ onResolve, onLoad }) => {
			onResolve({ filter: /^[.]/ }, ({ path, resolveDir, kind }) => {
				const file = `./${relative('.', resolve(resolveDir, path))}`;
				return kind === 'dynamic-import' && modulesAfterStart.includes(file)
					? { path: file, namespace: 'after start' }
					: undefined;
			});
			onLoad({ filter: /.*/, namespace: 'after start' }, ({ path }) => ({
				contents: `module.exports = require('#cockpit')['${path}'];`,
			}));
			onResolve({ filter: /^#shared$/ }, ({ path }) => ({ path, namespace: 'shared' }));
			onLoad({ filter: /.*/, namespace: 'shared' }, () => ({ contents: exportsOf(shared), resolveDir: '.' }));
		},
	};
	const start = await bundleScript('start', ['#start'], {
		...contentsOf(
			`export { main } from './${main}'; export const modules = () => require('#shared').modules;`,
		),
		plugins: [apart, afterStart],
	});
	const others = Object.entries(parts).map(([name, ids]) =>
		bundleScript(name, ids, { ...contentsOf(`module.exports = { ${getters(ids)} };`), plugins: [] }),
	);
	return [start, cockpit, ...(await Promise.all(others))];
}

/** Returns the modules of the first script of the cockpit, by their path, with the names of their exports if they are ours. */
async function modulesAtStart(main, plugins) {
	const options = { ...common, format: 'esm', splitting: false, metafile: true, banner: {} };
	const { metafile } = await build({
		...options,
		entryPoints: [main],
		plugins: [...plugins, ...common.plugins, service],
	});
	const found = new Set();
	const visit = (path) => {
		if (found.has(path) || !metafile.inputs[path]) return;
		found.add(path);
		for (const each of metafile.inputs[path].imports) {
			const isLater = each.kind === 'dynamic-import' && modulesAfterStart.includes(`./${each.path}`);
			if (!isLater) visit(each.path);
		}
	};
	visit(main);
	const entryPoints = [...found].filter((path) => path.startsWith('source/'));
	const each = await build({
		...options,
		bundle: false,
		entryPoints,
		outbase: '.',
		external: [],
		alias: {},
		plugins: [],
	});
	const ours = Object.values(each.metafile.outputs).map((output) => [
		resolve(output.entryPoint),
		output.exports,
	]);
	return new Map([...[...found].map((path) => [resolve(path), undefined]), ...ours]);
}

/** Returns a module with the exports of one of the first script. */
function importsOf(path, names) {
	const exported = (name) => (name === 'default' ? 'export default' : `export const ${name} =`);
	const lines = names.map((name) => `${exported(name)} found.${name};`);
	return [`const found = require('#start').modules()['${relative('.', path)}'];`, ...lines].join('\n');
}

/** Returns a module that has the exports of others by their paths. */
function exportsOf(modules) {
	const paths = [...modules.keys()].map((path) => relative('.', path));
	const imports = paths.map((path, at) => `import * as module${at} from './${path}';`);
	const values = [...modules.values()].map((names, at) => {
		const read = names.map((name) => `${name}: module${at}.${name}`);
		return `'${paths[at]}': { ${read.join(', ')} }`;
	});
	return [...imports, `export const modules = { ${values.join(', ')} };`].join('\n');
}

/** Bundles a script of the cockpit. Returns its description. */
async function bundleScript(name, exported, { plugins, ...entry }) {
	const { outputFiles } = await build({
		...common,
		...entry,
		splitting: false,
		format: 'cjs',
		minify: true,
		banner: {},
		define: { ...common.define, 'import.meta': 'importMeta' },
		plugins: [...plugins, ...common.plugins, service, withoutTopLevelAwait, exportsAsTheyAre, onFirstUse],
	});
	// It is read as Latin-1, which takes half of the memory and no decoding. esbuild escapes other characters, except in regular expressions.
	const code = outputFiles[0].text.replace(
		/[^\0-\x7f]/g,
		(unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const text = `(function (module, require, importMeta) {${code}\n})`;
	await writeFile(`dist/${name}.js`, text);
	return { name, hash: createHash('sha256').update(text).digest('hex').slice(0, 16), exports: exported };
}

/** Bundles programs into dist. Files that use no global of CommonJS do not define them: `--help` loads 40 files. */
async function bundle({ plugins = [], ...options }) {
	const { outputFiles } = await build({
		...common,
		...options,
		plugins: [...common.plugins, ...plugins],
	});
	for (const { path, text } of outputFiles) {
		// Source maps count the lines of these globals.
		const code = hasMaps ? text : text.replace(`${commonJsGlobals}\n`, '');
		const usesGlobals = /\b(?:require|__filename|__dirname)\b/.test(code);
		await writeFile(path, usesGlobals ? text : code);
	}
}

/** Whether the last build ended, and began after the last change. */
async function isBuilt() {
	const timeOf = async (path) => (await stat(path)).mtimeMs;
	try {
		// The first and the last file of a build.
		const [begun] = await Promise.all(['dist/cockpit.js', 'dist/docs/swagger-ui.css'].map(timeOf));
		// A removed file changes the time of its folder.
		const below = await readdir('source', { recursive: true });
		const inputs = ['build.mjs', 'package-lock.json', 'source', ...below.map((path) => join('source', path))];
		return (await Promise.all(inputs.map(timeOf))).every((time) => time < begun);
	} catch (error) {
		if (error.code === 'ENOENT') return false;
		throw error;
	}
}

await chmod('dist/cli.js', 0o755);

// Unchanged files of the API explorer (source/service/docs), under the names that browsers request.
const explorer = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
await mkdir('dist/docs');
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
	await copyFile(join(explorer, 'static', name), join('dist/docs', name));
}

import type { Import } from '../code/imports.ts';
import type { Finding } from '../finding.ts';
import type { Project } from '../project.ts';

/** A rule for imports, with the sentence that reports a line that breaks it. */
export interface Rule {
	readonly sentence: string;
	readonly breaks: (line: Import) => boolean;
}

/**
 * Returns the folder of source that a path is in ('client'), or its file there ('cli.ts'); undefined outside of
 * source.
 */
export function layerOf(path: string): string | undefined {
	return /^source\/([^/]+)/.exec(path)?.[1];
}

const within = (path: string | undefined, ...folders: readonly string[]) =>
	path !== undefined && folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** A layer that all others may import. */
const BASICS = 'basics';

/** The layers and their allowed imports, besides themselves and basics. `types` are layers for type imports only. */
const layers: Readonly<
	Record<
		string,
		{ readonly sentence: string; readonly may: readonly string[]; readonly types?: readonly string[] }
	>
> = {
	[BASICS]: { sentence: 'basics import nothing of ours.', may: [] },
	process: { sentence: 'process imports nothing of ours but basics.', may: [] },
	protocol: { sentence: 'protocol imports nothing of ours but basics.', may: [] },
	concurrency: { sentence: 'concurrency imports nothing of ours but basics.', may: [] },
	format: { sentence: 'format imports nothing of ours but basics.', may: [] },
	settings: { sentence: 'settings import only protocol and format.', may: ['protocol', 'format'] },
	columns: { sentence: 'columns import only protocol and format.', may: ['protocol', 'format'] },
	client: {
		sentence: 'client imports only protocol, format and concurrency.',
		may: ['protocol', 'format', 'concurrency'],
	},
	filter: {
		sentence: 'filter imports only protocol, columns and format.',
		may: ['protocol', 'columns', 'format'],
	},
	state: {
		sentence: 'state imports only protocol, settings, columns, filter and format.',
		may: ['protocol', 'settings', 'columns', 'filter', 'format'],
	},
	metainfo: { sentence: 'metainfo imports nothing of ours but basics.', may: [] },
	service: {
		sentence: 'service imports only process, protocol, format, metainfo and concurrency.',
		may: ['process', 'protocol', 'format', 'metainfo', 'concurrency'],
	},
	import: {
		sentence: 'import imports only protocol, metainfo and the reader of INI files.',
		may: ['protocol', 'metainfo'],
	},
	runtime: {
		sentence: 'runtime imports only client, state, protocol, format, metainfo and concurrency.',
		may: ['client', 'state', 'protocol', 'format', 'metainfo', 'concurrency'],
	},
	tui: {
		sentence:
			'tui imports only state, settings, columns, filter, format, protocol and types of client; what opens a session alone imports runtime and more of client.',
		may: ['state', 'settings', 'columns', 'filter', 'format', 'protocol'],
		types: ['client'],
	},
	commands: {
		sentence: 'commands import everything but state and runtime.',
		may: [
			'process',
			'protocol',
			'settings',
			'format',
			'columns',
			'filter',
			'client',
			'metainfo',
			'concurrency',
			'service',
			'import',
			'tui',
			'demo',
		],
	},
	demo: {
		sentence: 'demo imports only process, protocol, client, format and metainfo.',
		may: ['process', 'protocol', 'client', 'format', 'metainfo'],
	},
	'cli.ts': { sentence: 'cli.ts imports only process and commands.', may: ['process', 'commands'] },
};

/** Additional imports of single files, beyond their layer. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
	'source/tui/shell/open-session.ts': ['runtime', 'client'],
	'source/import/clients/tribler.ts': ['client'],
};

const layerRules: readonly Rule[] = Object.entries(layers).map(([layer, { sentence, may, types }]) => ({
	sentence,
	breaks: ({ file, target, typeOnly }) => {
		const imported = target === undefined ? undefined : layerOf(target);
		if (layerOf(file) !== layer || imported === undefined || imported === layer) return false;
		const allowed = [BASICS, ...may, ...(typeOnly ? (types ?? []) : []), ...(exceptions[file] ?? [])];
		return !allowed.includes(imported);
	},
}));

const engine = 'source/service/engine';
const port = `${engine}/port.ts`;
/** Adapters of the market to the system. */
const marketAdapters = ['source/service/market/host', 'source/service/market/wallets'];
/** Not loaded until they are used. */
const loadedLate = [
	'source/service/market',
	'source/service/overlay',
	'source/service/channels',
	'source/service/feeds',
	'source/service/health',
];
/** The engine's port for the DHT, and the bytes of its items. */
const dhtPorts = [`${engine}/dht-port.ts`, `${engine}/dht-item.ts`];
/** The engine's port for the overlay. */
const overlayPort = `${engine}/overlay-port.ts`;
const pane = (path: string | undefined) => /^source\/tui\/panes\/([^/]+)\//.exec(path ?? '')?.[1];

const innerRules: readonly Rule[] = [
	{
		sentence: 'basics are pure: they import nothing of node and no package.',
		breaks: ({ file, target }) => layerOf(file) === BASICS && target === undefined,
	},
	{
		sentence: 'A file of source lies in a folder that has a rule, or is cli.ts.',
		breaks: ({ file }) => !Object.hasOwn(layers, layerOf(file) ?? ''),
	},
	{
		sentence: 'source imports no file outside of source, but commands package.json for the version.',
		breaks: ({ file, target }) =>
			target !== undefined &&
			layerOf(target) === undefined &&
			!(layerOf(file) === 'commands' && target === 'package.json'),
	},
	{
		sentence: 'Of tui, commands import only its start files and the names of themes and key presets.',
		breaks: ({ file, target }) =>
			layerOf(file) === 'commands' &&
			within(target, 'source/tui') &&
			!within(
				target,
				'source/tui/shell/start.ts',
				'source/tui/keys/preset-names.ts',
				'source/tui/screen-reader/start.ts',
				'source/tui/theme/names.ts',
			),
	},
	{
		sentence: 'Of state, only core knows the whole state: a slice function takes its slices.',
		breaks: ({ file, target }) =>
			within(file, 'source/state') &&
			!within(file, 'source/state/core') &&
			within(target, 'source/state/core/state.ts'),
	},
	{
		sentence: 'components of tui import no state and no pane.',
		breaks: ({ file, target }) =>
			within(file, 'source/tui/components') && within(target, 'source/state', 'source/tui/panes'),
	},
	{
		sentence: 'A pane imports no other pane.',
		breaks: ({ file, target }) => {
			const imported = pane(target);
			return pane(file) !== undefined && imported !== undefined && imported !== pane(file);
		},
	},
	{
		sentence: "routes know the engine's port, never an adapter.",
		breaks: ({ file, target }) =>
			within(file, 'source/service/routes') && within(target, engine) && target !== port,
	},
	{
		sentence: 'Outside of service/engine, only service/start.ts imports more of it than its ports.',
		breaks: ({ file, target }) =>
			!within(file, engine, 'source/service/start.ts', 'source/service/overlay') &&
			within(target, engine) &&
			target !== port &&
			!within(target, ...dhtPorts),
	},
	{
		sentence: "overlay knows the engine's ports, never an adapter.",
		breaks: ({ file, target }) =>
			within(file, 'source/service/overlay') &&
			within(target, engine) &&
			target !== port &&
			target !== overlayPort &&
			!within(target, ...dhtPorts),
	},
	{
		sentence:
			'market is pure: it imports only basics, protocol, format, concurrency and itself, and nothing of node.',
		breaks: ({ file, specifier, target }) =>
			within(file, 'source/service/market') &&
			!within(file, ...marketAdapters) &&
			(specifier.startsWith('node:') ||
				(target !== undefined &&
					!within(
						target,
						'source/basics',
						'source/protocol',
						'source/format',
						'source/concurrency',
						'source/service/market',
					))),
	},
	{
		sentence: 'The pure parts of market import only types of its adapters.',
		breaks: ({ file, target, typeOnly }) =>
			within(file, 'source/service/market') &&
			!within(file, ...marketAdapters) &&
			within(target, ...marketAdapters) &&
			!typeOnly,
	},
	{
		sentence: 'service loads market, overlay, channels, feeds and health only when they are used.',
		breaks: ({ file, target, typeOnly, isDynamic }) =>
			within(file, 'source/service') &&
			!within(file, ...loadedLate) &&
			within(target, ...loadedLate) &&
			!typeOnly &&
			!isDynamic,
	},
];

/** Packages that only some folders import, so that the programs stay separate in the bundle. */
const packages: readonly {
	readonly npm: RegExp;
	readonly where: readonly string[];
	readonly sentence: string;
}[] = [
	{
		npm: /^(react|react-reconciler|ink|ink-.*)$/,
		where: ['source/tui'],
		sentence: 'react and ink are imported only in tui: the commands must never load them.',
	},
	{ npm: /^undici$/, where: ['source/client'], sentence: 'undici is imported only in client.' },
	{
		npm: /^(fastify|@fastify\/.*)$/,
		where: ['source/service'],
		sentence: 'fastify is imported only in service.',
	},
	{
		npm: /^webtorrent$/,
		where: ['source/service/engine', 'source/demo'],
		sentence: 'webtorrent is imported only in service/engine and demo.',
	},
	{
		npm: /^htmlparser2$/,
		where: ['source/service/feeds/parsing'],
		sentence: 'htmlparser2 is imported only in service/feeds/parsing.',
	},
	{
		npm: /^meow$/,
		where: ['source/commands/declaration'],
		sentence: 'meow is imported only in commands/declaration.',
	},
];

const packageRules: readonly Rule[] = [
	...packages.map(({ npm, where, sentence }) => ({
		sentence,
		breaks: (line: Import) => line.npm !== undefined && npm.test(line.npm) && !within(line.file, ...where),
	})),
	{
		sentence: 'client imports no package but undici; discovery also reads a database of SQLite.',
		breaks: ({ file, npm }) =>
			layerOf(file) === 'client' &&
			npm !== undefined &&
			npm !== 'undici' &&
			!(file === 'source/client/discovery/processes.ts' && npm === '@photostructure/sqlite'),
	},
];

export const rules: readonly Rule[] = [...layerRules, ...innerRules, ...packageRules];

/**
 * Reports the imports of source that break a rule, the cycles of layers and of files, and the pairs of folders that import
 * each other, type imports included.
 */
export function importRules({ code }: Project): readonly Finding[] {
	const lines = code.filter(({ path }) => layerOf(path) !== undefined).flatMap(({ imports }) => imports);
	return [
		...violations(lines),
		...cycleFindings(lines, 'Folders', layerOf),
		...cycleFindings(lines, 'Files', (path) => path),
		...pairFindings(lines),
	];
}

/** Returns the folder 'source/A/B' that a path is in, 'source/A' for a file directly in it; undefined outside of source. */
function folderOf(path: string): string | undefined {
	return /^(source\/[^/]+(?:\/[^/]+)?)\//.exec(path)?.[1];
}

/** Reports each pair of folders source/A/B that import each other, at an import of the direction with fewer imports. */
function pairFindings(lines: readonly Import[]): readonly Finding[] {
	/** The imports of each direction, by 'from → to'. */
	const directions = new Map<string, Import[]>();
	for (const line of lines) {
		const [from, to] = [folderOf(line.file), folderOf(line.target ?? '')];
		if (from === undefined || to === undefined || from === to) continue;
		const direction = `${from} → ${to}`;
		directions.set(direction, [...(directions.get(direction) ?? []), line]);
	}
	return [...directions].flatMap(([direction, imports]) => {
		const [from = '', to = ''] = direction.split(' → ');
		const reverse = directions.get(`${to} → ${from}`)?.length ?? 0;
		const [first] = imports;
		const isReportedThere = imports.length > reverse || (imports.length === reverse && from > to);
		if (first === undefined || isReportedThere) return [];
		const sentence = `Two folders import each other: ${direction}. Imports: ${imports.length}, in the other direction: ${reverse}.`;
		return [{ file: first.file, line: first.line, sentence }];
	});
}

function violations(lines: readonly Import[]): readonly Finding[] {
	return lines.flatMap((line) =>
		rules
			.filter((rule) => rule.breaks(line))
			.map(({ sentence }) => ({
				file: line.file,
				line: line.line,
				sentence: `'${line.specifier}' must not be imported here. ${sentence}`,
			})),
	);
}

/** Reports the first cycle of imports between nodes; `nodeOf` returns the node of a path, undefined to ignore it. */
function cycleFindings(
	lines: readonly Import[],
	subject: string,
	nodeOf: (path: string) => string | undefined,
): readonly Finding[] {
	/** For each node, an import of each other node. */
	const next = new Map<string, Map<string, Import>>();
	for (const line of lines) {
		const [from, to] = [nodeOf(line.file), line.target === undefined ? undefined : nodeOf(line.target)];
		if (from === undefined || to === undefined || from === to) continue;
		const imported = next.get(from) ?? new Map<string, Import>();
		next.set(from, imported.set(to, imported.get(to) ?? line));
	}
	const done = new Set<string>();
	const visit = (node: string, path: readonly string[]): readonly string[] | undefined => {
		if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
		if (done.has(node)) return undefined;
		for (const imported of next.get(node)?.keys() ?? []) {
			const found = visit(imported, [...path, node]);
			if (found !== undefined) return found;
		}
		done.add(node);
		return undefined;
	};
	for (const node of next.keys()) {
		const cycle = visit(node, []);
		const [from = '', to = ''] = cycle ?? [];
		const first = next.get(from)?.get(to);
		if (cycle === undefined || first === undefined) continue;
		const sentence = `${subject} import each other: ${cycle.join(' → ')}.`;
		return [{ file: first.file, line: first.line, sentence }];
	}
	return [];
}

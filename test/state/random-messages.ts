import type { ServiceRow } from '../../source/columns/services.ts';
import { decode } from '../../source/protocol/decode.ts';
import {
	type EventType,
	eventTypes,
	readEvent,
	type ServiceEvent,
} from '../../source/protocol/events/events.ts';
import { FormerSettings } from '../../source/protocol/repair/former-settings.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { filePriorities } from '../../source/protocol/resources/file.ts';
import { SwarmHealth } from '../../source/protocol/resources/metadata.ts';
import { Peer } from '../../source/protocol/resources/peer.ts';
import { defaultSettings } from '../../source/protocol/resources/settings.ts';
import { activeFiles } from '../../source/state/adding/active-files.ts';
import { beginAdding, goToField } from '../../source/state/adding/add-dialog.ts';
import { addFields } from '../../source/state/adding/adding.ts';
import { beginBrowsing } from '../../source/state/adding/browse-dialog.ts';
import type { AddingMessage } from '../../source/state/adding/message.ts';
import type { RequestResult } from '../../source/state/batch/batch.ts';
import type { Change } from '../../source/state/batch/change.ts';
import type { BatchMessage } from '../../source/state/batch/message.ts';
import type { ChannelsMessage } from '../../source/state/channels/message.ts';
import type { ProfilerMessage } from '../../source/state/connection/profiler.ts';
import type { ContextsMessage } from '../../source/state/contexts/contexts.ts';
import type { Message } from '../../source/state/core/message.ts';
import type { State } from '../../source/state/core/state.ts';
import type { DetailsMessage } from '../../source/state/details/message.ts';
import type { FormSubject } from '../../source/state/dialogs/form-dialog.ts';
import type { DumpResult, MemoryDumpMessage } from '../../source/state/dialogs/memory-dump-dialog.ts';
import type { News } from '../../source/state/events/journal.ts';
import type { JournalMessage } from '../../source/state/events/journal-view.ts';
import type { FilesMessage } from '../../source/state/files/message.ts';
import type { FileTree } from '../../source/state/files/tree.ts';
import type { Sort } from '../../source/state/list/rows.ts';
import type { CockpitSettingsMessage } from '../../source/state/settings/cockpit-settings.ts';
import type { ServiceSettingsMessage } from '../../source/state/settings/service-settings.ts';
import type { Dialog, DialogKind } from '../../source/state/surfaces/dialogs.ts';
import { emptyLine, insertText, type LineMove } from '../../source/state/surfaces/line-edit.ts';
import type { QueryAnswer, QueryName } from '../../source/state/surfaces/query.ts';
import type { ColumnChange } from '../../source/state/view/choose-columns.ts';
import { countFilters, initialCounts } from '../../source/state/view/found-filters.ts';
import type { ViewMessage } from '../../source/state/view/message.ts';
import type { ColorsMessage } from '../../source/state/view/theme.ts';
import { themeNames } from '../../source/state/view/theme-names.ts';
import type { WindowSize } from '../../source/state/view/view.ts';
import { openForm } from '../../source/tui/dialogs/form/registry.ts';
import { log } from '../../source/tui/panes/debug/sections/log/slice.ts';
import { dialogs as dialogRegistry } from '../../source/tui/shell/dialogs.ts';
import { panes } from '../../source/tui/shell/panes.ts';
import type { Pane } from '../../source/tui/surfaces/pane.ts';
import { makeTree } from '../fixtures/make-tree.ts';
import { type Random, seeded } from '../screens/random.ts';
import { surfaceScreens } from '../screens/surface-states.ts';
import { randomFiles } from './files/random-files.ts';

type Maker<Made> = (random: Random, state: State) => Made;
/** A maker for each type of a union. A new type of message does not compile without one. */
type Makers<Union extends { readonly type: string }> = {
	readonly [Type in Union['type']]: Maker<Extract<Union, { readonly type: Type }>>;
};

const MAX_DOWNLOADS = 6;
const statuses = ['DOWNLOADING', 'SEEDING', 'STOPPED', 'STOPPED_ON_ERROR', 'METADATA', 'odd one'] as const;
const names = ['debian', 'Ubuntu 日本', 'é\u0301 x', '', 'a b c', '👩‍👩‍👧'] as const;
const columns = ['name', 'size', 'status', 'speed_down', 'ratio', 'none'] as const;
const filters = [
	'',
	'd',
	'deb',
	'status:seeding',
	'added<1d',
	'is:active or size>1GiB',
	'-u',
	'what:',
] as const;
const lines = [
	'',
	'de',
	'status:',
	'added<7',
	'~/dl',
	'magnet:?xt=urn:btih:',
	'/srv/x',
	'3',
	'*.d',
	'x 日',
] as const;
const moves: readonly [LineMove, ...LineMove[]] = [
	'left',
	'home',
	'end',
	'backspace',
	'delete',
	'delete-word',
];
const place = { folder: '/home/me/films', home: '/home/me' };
const folders = ['/home/me/films', '/home/me', '/srv', '/srv/x'] as const;
const paths = ['/srv/x/one.torrent', '/srv/two.torrent'] as const;
const failure = { kind: 'unreachable', message: 'gone', hint: 'Wait.' };

const hash = (index: number) => index.toString(16).padStart(40, '0');
const anyHash = (random: Random) => hash(random.between(0, MAX_DOWNLOADS));
const isOften = (random: Random) => random.between(1, 3) > 1;
const coin = (random: Random) => random.between(0, 1) === 1;
const line = (random: Random) => insertText(emptyLine, random.pick(lines));
const later = (random: Random, { now }: State) => now + random.pick([0, 300, 1_000, 3_000, 40_000]);
const some = <Item>(random: Random, items: readonly Item[]) => items.filter(() => coin(random));
const current = ({ details }: State, random: Random) =>
	isOften(random) ? (details.of ?? '') : anyHash(random);

function download(random: Random, index: number): Download {
	const { value } = decode(Download, {
		infohash: hash(index),
		name: names[index] ?? `download ${index}`,
		status: random.pick(statuses),
		progress: random.between(0, 4) / 4,
		size: random.between(0, 4e9),
		speed_down: random.pick([0, 0, 1_000, -3, 5e6]),
		speed_up: random.pick([0, 0, 70_000]),
		ratio: random.between(0, 30) / 10,
		hops: random.between(0, 2),
		max_download_speed: random.pick([0, 1_000]),
		error: random.pick(['', '', 'disk full']),
		destination: random.pick(['/srv', '/home/me', '']),
		time_added: random.between(0, 300_000),
		trackers: some(random, ['http://one.example/', 'udp://two.example:80/', '[DHT]']).map((url) => ({ url })),
	});
	return value;
}

/**
 * Returns a new list. Some rows are the same objects, some changed, some are added or removed. One may occur twice.
 */
function list(random: Random, { downloads }: State): Download[] {
	const rows = Array.from({ length: MAX_DOWNLOADS }, (_, index) => {
		const known = downloads.list.find(({ infohash }) => infohash === hash(index));
		return known && isOften(random) ? known : download(random, index);
	}).filter(() => random.between(1, 6) > 1);
	const [first] = rows;
	const all = first && random.between(1, 8) === 1 ? [...rows, { ...first, speed_down: 0 }] : rows;
	return random.between(1, 5) === 1 ? all.toReversed() : all;
}

function news(random: Random): News {
	return {
		level: random.pick(['info', 'success', 'warning', 'error']),
		text: random.pick(names),
		quiet: coin(random),
		infohash: coin(random) ? anyHash(random) : undefined,
		unreachable: coin(random),
	};
}

function change(random: Random): Change {
	return random.pick<Change>([
		{ kind: 'state', state: 'stop' },
		{ kind: 'state', state: 'resume' },
		{ kind: 'hops', hops: 1 },
		{ kind: 'limits', down: 1_000 },
		{ kind: 'limits', down: 0, up: 5_000 },
	]);
}

function sort(random: Random): Sort | undefined {
	if (random.between(1, 4) === 1) return undefined;
	const ties = coin(random) ? [{ column: random.pick(columns), descending: coin(random) }] : undefined;
	return { column: random.pick(columns), descending: coin(random), ties };
}

const event: Maker<ServiceEvent> = (random) => {
	if (random.between(1, 20) === 1) return { type: 'unknown', name: 'new', payload: {} };
	const usual: readonly [EventType, ...EventType[]] = [
		'torrent_finished',
		'torrent_error',
		'torrent_status_changed',
		'torrent_health_updated',
	];
	const type = coin(random) ? random.pick(usual) : random.pick(['events_start', ...eventTypes]);
	const payload = { infohash: anyHash(random), name: '', status: random.pick(statuses), error: 'disk full' };
	return readEvent(type, payload);
};

/** Trees are made once, so that responses with a known tree occur as well as responses with a new one. */
const trees: readonly [FileTree, FileTree] = [treeOf(1), treeOf(2)];

function treeOf(seed: number): FileTree {
	return makeTree(randomFiles(seeded(seed), 14));
}

function page(random: Random) {
	return randomFiles(random, 5).map((file) => ({
		...file,
		index: coin(random) ? file.index : -random.between(1, 2),
	}));
}

const anyNode = (random: Random, state: State) =>
	random.between(0, Math.max(0, (activeFiles(state).all?.tree.parents.length ?? 1) - 1));

const filesMessages: Makers<FilesMessage> = {
	none: (random, state) => ({ type: 'none', of: current(state, random) }),
	page: (random, state) => ({ type: 'page', of: current(state, random), root: '', files: page(random) }),
	all: (random, state) => {
		const tree = random.pick(trees);
		const { length } = tree.parents;
		return {
			type: 'all',
			of: current(state, random),
			way: random.pick(['tree', 'list']),
			tree,
			selected: Uint8Array.from({ length }, (_, node) =>
				(tree.indices[node] ?? -1) < 0 ? 0 : random.between(0, 1),
			),
			progress: Float64Array.from({ length }, () => random.between(0, 4) / 4),
			priorities: Uint8Array.from({ length }, (_, node) =>
				(tree.indices[node] ?? -1) < 0 ? 0 : random.pick([0, 1, 2, 4]),
			),
			version: isOften(random) ? activeFiles(state).version : 0,
			at: later(random, state),
		};
	},
	view: (random, state) => {
		const { all, version, steps } = activeFiles(state);
		const files = [...(all?.tree.nodes ?? [])].slice(0, 5).map(([index, node]) => ({
			index,
			name: all?.tree.names[node] ?? '',
			size: all?.tree.sizes[node] ?? 0,
			included: coin(random),
			progress: random.between(0, 4) / 4,
			priority: random.pick(filePriorities),
		}));
		const asked = coin(random) ? { after: '', steps } : undefined;
		return {
			type: 'view',
			of: current(state, random),
			files: isOften(random) ? files : page(random),
			asked,
			version,
			at: later(random, state),
		};
	},
	change: (random, state) => ({
		type: 'change',
		change: {
			id: random.between(0, 3),
			included: coin(random),
			nodes: Int32Array.from(some(random, [...(activeFiles(state).all?.tree.nodes.values() ?? [])])).sort(),
			what: 'some files',
			...(random.between(1, 4) === 1 ? { step: random.pick(['undo', 'redo']) } : {}),
		},
	}),
	changed: (random, state) => ({
		type: 'changed',
		of: current(state, random),
		id: random.between(0, 3),
		worked: coin(random),
	}),
	prioritize: (random, state) => ({
		type: 'prioritize',
		change: {
			id: random.between(0, 3),
			groups: filePriorities.map((priority) => ({
				priority,
				nodes: Int32Array.from(some(random, [...(activeFiles(state).all?.tree.nodes.values() ?? [])])).sort(),
			})),
			what: 'some files',
			...(random.between(1, 4) === 1 ? { step: random.pick(['undo', 'redo']) } : {}),
		},
	}),
	prioritized: (random, state) => ({
		type: 'prioritized',
		of: current(state, random),
		id: activeFiles(state).all?.priorities.changes.at(-1)?.id ?? random.between(0, 3),
		worked: coin(random),
	}),
	expand: (random, state) => ({ type: 'expand', node: anyNode(random, state), open: coin(random) }),
	'expand-all': (random) => ({ type: 'expand-all', open: coin(random) }),
	'to-node': (random, state) => ({ type: 'to-node', node: anyNode(random, state) }),
	filter: (random) => ({ type: 'filter', filter: random.pick(['', 'a', 'x', '.d b']) }),
};

const detailsMessages: Makers<DetailsMessage> = {
	show: (random) => ({ type: 'show', shown: random.pick(['not', 'split', 'full']), focused: coin(random) }),
	room: (random) => ({
		type: 'room',
		hasRoom: coin(random),
		wanted: random.pick([undefined, 'shown', 'hidden'] as const),
	}),
	focus: (random) => ({ type: 'focus', focused: coin(random) }),
	tab: (random) => ({
		type: 'tab',
		tab: random.pick(['overview', 'files', 'peers', 'trackers', 'pieces', 'health']),
	}),
	peers: (random, state) => ({
		type: 'peers',
		of: current(state, random),
		peers: some(random, [1, 2, 2, 3, 4]).map(
			(index) => decode(Peer, { ip: `10.0.0.${index}`, port: 7 }).value,
		),
		at: later(random, state),
	}),
	'sort-peers': (random) => ({ type: 'sort-peers', sort: sort(random) }),
	pieces: (random, state) => ({
		type: 'pieces',
		of: current(state, random),
		pieces: random.pick(['', '/w==', 'gAH/']),
		total: random.between(0, 20),
		at: later(random, state),
	}),
	'check-health': (random, state) => ({ type: 'check-health', at: later(random, state) }),
	health: (random, state) => ({
		type: 'health',
		of: current(state, random),
		answer: decode(SwarmHealth, { checking: coin(random), trackers: [{ tracker: 'x' }, { tracker: 'y' }] })
			.value,
		at: later(random, state),
	}),
	files: (random, state) => ({ type: 'files', what: anyOf<FilesMessage>(filesMessages, random, state) }),
};

const colorsMessages: Makers<ColorsMessage> = {
	begin: (random, state) => ({
		type: 'begin',
		colors: { ...state.colors, requested: random.pick([undefined, ...themeNames]) },
	}),
	reported: (random) => ({
		type: 'reported',
		background: random.pick(['dark', 'light']),
		suitable: random.pick(themeNames),
	}),
	choose: () => ({ type: 'choose' }),
};

const viewMessages: Makers<ViewMessage> = {
	read: (random, state) => ({
		type: 'read',
		saved: { ...state.view, sort: sort(random), filters: [{ name: 'n', filter: 'x' }] },
	}),
	details: (random) => ({ type: 'details', details: random.pick(['shown', 'hidden'] as const) }),
	columns: (random) => ({
		type: 'columns',
		room: random.pick(['narrow', 'wide']),
		columns: coin(random) ? some(random, columns).map((id) => ({ id })) : undefined,
	}),
	'change-column': (random) => ({
		type: 'change-column',
		change: random.pick<ColumnChange>([
			{ type: 'toggle' },
			{ type: 'move', by: 1 },
			{ type: 'widen', by: 2, from: 5 },
			{ type: 'natural-width' },
		]),
	}),
	'restore-columns': () => ({ type: 'restore-columns' }),
	filter: (random) => ({ type: 'filter', filter: random.pick(filters) }),
	'toggle-condition': (random) => ({
		type: 'toggle-condition',
		field: 'state',
		value: random.pick(['stalled', 'seeding']),
	}),
	'filter-used': () => ({ type: 'filter-used' }),
	'recall-filter': (random) => ({ type: 'recall-filter', by: random.pick([1, -1]) }),
	'save-filter': (random) => ({
		type: 'save-filter',
		name: random.pick(names),
		filter: random.pick(filters),
	}),
	'delete-filter': (random) => ({ type: 'delete-filter', name: random.pick(names) }),
	'filters-found': (_, state) => {
		const counting = countFilters(state, undefined);
		for (;;) {
			const { done, value } = counting.next();
			if (done) return { type: 'filters-found', found: value };
		}
	},
	'filters-read': (random) => ({
		type: 'filters-read',
		filters: some(random, names).map((name) => ({ name, filter: name })),
		earlier: some(random, filters),
	}),
	'choose-completion': (random) => ({ type: 'choose-completion', by: random.pick([1, -1]) }),
	complete: () => ({ type: 'complete' }),
};

const torrentOf = (random: Random) =>
	({
		status: 'read',
		torrent: { infohash: anyHash(random), name: 'a torrent', tree: random.pick(trees) },
	}) as const;

const addingMessages: Makers<AddingMessage> = {
	begin: (random) => ({ type: 'begin', text: random.pick(lines), place }),
	paste: (random) => ({ type: 'paste', text: `${random.pick(paths)}\n${hash(1)}\n${random.pick(lines)}` }),
	field: (random) => ({ type: 'field', field: random.pick(addFields) }),
	drop: () => ({ type: 'drop' }),
	complete: () => ({ type: 'complete' }),
	accept: () => ({ type: 'accept' }),
	browse: () => ({ type: 'browse' }),
	'enter-folder': (random) => ({ type: 'enter-folder', folder: random.pick(folders) }),
	hidden: () => ({ type: 'hidden' }),
	take: (random) => ({ type: 'take', path: random.pick(paths), stay: coin(random) }),
	files: (random) => ({ type: 'files', path: random.pick(paths) }),
	tree: (random, state) => ({ type: 'tree', what: anyOf<FilesMessage>(filesMessages, random, state) }),
	folder: (random) => {
		const entries = ['x', 'xy', '.hidden', 'one.torrent'].map((name) => ({
			name,
			isFolder: !name.endsWith('.torrent'),
			lower: name,
		}));
		return {
			type: 'folder',
			path: random.pick(folders),
			folder: isOften(random)
				? { status: 'read', entries }
				: { status: 'failed', why: 'no such folder', absent: true },
		};
	},
	size: (random) => ({
		type: 'size',
		path: random.pick(paths),
		size: isOften(random) ? { bytes: 5_000, files: 2 } : undefined,
	}),
	torrent: (random) => ({
		type: 'torrent',
		path: random.pick(paths),
		torrent: isOften(random)
			? torrentOf(random)
			: { status: 'failed', why: 'it is damaged', absent: coin(random) },
	}),
};

function outcome(random: Random): RequestResult {
	const isFailed = coin(random);
	return {
		name: 'a download',
		doing: 'Stopping it',
		infohash: anyHash(random),
		change: change(random),
		logEntry: coin(random) ? { doing: 'Stopped', text: 'it' } : undefined,
		fault: isFailed ? { text: 'refused', hint: 'Try again.', unreachable: coin(random) } : undefined,
	};
}

const workMessages: Makers<BatchMessage> = {
	began: (random, state) => ({
		type: 'began',
		id: random.between(1, 2),
		doing: 'Stopping some',
		total: random.between(1, 4),
		step: random.pick([undefined, undefined, 'undo', 'redo']),
		changes: some(random, [0, 1, 2, 3]).map((index) => ({ infohash: hash(index), change: change(random) })),
		at: later(random, state),
	}),
	progress: (random, state) => ({
		type: 'progress',
		id: random.between(1, 2),
		outcomes: Array.from({ length: random.between(1, 3) }, () => outcome(random)),
		at: later(random, state),
	}),
	cancel: () => ({ type: 'cancel' }),
	ended: (random, state) => ({
		type: 'ended',
		id: random.between(1, 2),
		news: coin(random) ? news(random) : undefined,
		at: later(random, state),
	}),
	'settings-changed': (random) => ({
		type: 'settings-changed',
		made: {
			doing: random.pick(names),
			reversals: [],
			settings: new FormerSettings({ port: 1 }, { port: 2 }),
		},
		step: random.pick([undefined, 'undo', 'redo']),
	}),
	'settings-kept': (random) => ({
		type: 'settings-kept',
		left: {
			doing: random.pick(names),
			reversals: [],
			settings: new FormerSettings({ port: 1 }, { port: 2 }),
		},
		step: random.pick(['undo', 'redo']),
	}),
	'forget-step': (random) => ({ type: 'forget-step', step: random.pick(['undo', 'redo']) }),
	seen: () => ({ type: 'seen' }),
};

const journalMessages: Makers<JournalMessage> = {
	filter: (random) => ({ type: 'filter', filter: random.pick(['', 'deb', 'disk']) }),
	dismiss: () => ({ type: 'dismiss' }),
	least: () => ({ type: 'least' }),
	cursor: (random) => ({ type: 'cursor', id: coin(random) ? random.between(1, 20) : undefined }),
};

const asked = (random: Random, state: State) => ({
	subjects: some(random, state.downloads.list),
	filteredOut: 0,
	pending: state.optimistic,
});

/** Makers of dialogs. Other kinds are taken from their example states. */
const madeDialogs: { readonly [Kind in DialogKind]?: Maker<Extract<Dialog, { readonly kind: Kind }>> } = {
	help: () => ({ kind: 'help', scroll: 0 }),
	add: (random, state) => {
		const dialog = beginAdding(state, random.pick(lines), place);
		return coin(random) ? dialog : { ...goToField(dialog, 'destination'), suggestionIndex: 0 };
	},
	browse: (random, state) => beginBrowsing(state, beginAdding(state, random.pick(lines), place)),
	'add-files': (random) => ({ kind: 'add-files', path: random.pick(paths) }),
	remove: () => ({ kind: 'remove', subjects: [] }),
	'delete-data': () => ({ kind: 'delete-data', subjects: [] }),
	confirm: (random, state) => ({
		kind: 'confirm',
		...asked(random, state),
		change: change(random),
		unchanged: 0,
		unchangedReason: '',
	}),
	form: (random, state) => {
		const question = asked(random, state);
		const { filter } = state.downloads;
		const subject = random.pick<FormSubject>([
			{ form: 'hops', ...question },
			{ form: 'limits', ...question },
			{ form: 'save-filter', filter },
		]);
		return { ...openForm(subject), line: line(random) };
	},
	failures: (random) => ({ kind: 'failures', chosen: random.between(1, 10) }),
	'save-torrent': (random) => ({
		kind: 'save-torrent',
		of: hash(1),
		name: 'x',
		line: line(random),
		stage: 'typing',
		fault: '',
	}),
	stream: () => ({ kind: 'stream', of: hash(1), file: 'not yet' }),
	entry: (random, state) => ({
		kind: 'entry',
		entry: state.journal.entries[0] ?? {
			id: 1,
			at: 0,
			level: 'info',
			text: random.pick(names),
			share: 'notice',
		},
		scroll: 0,
	}),
	'files-filter': () => ({ kind: 'files-filter', line: emptyLine, before: '' }),
	'files-pattern': (random) => ({
		kind: 'files-pattern',
		included: coin(random),
		line: emptyLine,
		found: { files: 0, changing: 0, bytes: 0 },
	}),
	'events-filter': () => ({
		kind: 'events-filter',
		line: emptyLine,
		before: { filter: '', cursor: undefined },
	}),
	sort: () => ({ kind: 'sort', chosen: 0 }),
	theme: (random) => ({ kind: 'theme', chosen: random.between(0, 8) }),
	columns: (random, state) => {
		const room = random.pick<WindowSize>(['narrow', 'wide']);
		return { kind: 'columns', room, chosen: random.between(0, 4), before: state.view.columns[room] };
	},
	filters: (random, state) => ({
		kind: 'filters',
		chosen: random.between(0, 8),
		found: initialCounts(state),
	}),
	palette: () => ({ kind: 'palette', line: emptyLine, chosen: 0 }),
	filter: (random, { downloads: { filter, cursor } }) => ({
		kind: 'filter',
		line: line(random),
		before: { filter, cursor },
	}),
};

const dialogs = Object.fromEntries(
	Object.values(dialogRegistry).map(({ kind }) => [kind, madeDialogs[kind] ?? exampleDialog(kind)]),
) as { readonly [Kind in DialogKind]: Maker<Dialog> };

function exampleDialog(kind: DialogKind): Maker<Dialog> {
	const shown = Object.values(surfaceScreens).flatMap(({ dialogs: open }) => open);
	const example = shown.find((dialog) => dialog.kind === kind);
	if (!example) throw new Error(`Add an example of the dialog ${kind} to test/screens/surface-states.ts.`);
	return () => example;
}

/** Shows each section of each pane, often one of the debug pane: only one of them takes samples of the cockpit. */
const sectionMessages = [panes.debug, panes.debug, ...Object.values<Pane>(panes)].flatMap(
	({ id: pane, sections }) =>
		(sections?.all ?? []).map(({ section }) => ({ type: 'section', pane, section: section.id }) as const),
) as [SectionShown, ...SectionShown[]];
type SectionShown = Extract<Message, { type: 'section' }>;

/** Data of sections in the example screens. */
const sliceMessages = Object.values(surfaceScreens).flatMap(({ sections }) =>
	Object.entries(sections.slices).map(
		([section, slice]) => ({ type: 'section-slice', section, slice }) as SectionChange,
	),
) as [SectionChange, ...SectionChange[]];

const logScreen = surfaceScreens['debug-log'];
if (!logScreen) throw new Error('There is no screen of a log.');
const shownLog = log.of(logScreen);
/** A log that is being searched. */
const searching: Message = {
	type: 'section-slice',
	section: 'debug-log',
	slice: { ...shownLog, search: 'a', seek: { kind: 'text', direction: -1, next: shownLog.lines.end - 1 } },
};
type SectionChange = Extract<Message, { type: 'section-slice' }>;

const rowOrders: readonly [Sort, Sort] = [
	{ column: 'path', descending: false },
	{ column: 'change', descending: true },
];

const profileFiles = ['/srv/a.cpuprofile', '/srv/b.cpuprofile'] as const;

const profilerMessages: Makers<ProfilerMessage> = {
	state: (random, state) => ({
		type: 'state',
		state: random.pick(['STARTED', 'STOPPED']),
		runningTime: random.pick([undefined, 12.3]),
		files: random.pick([undefined, profileFiles]),
		askedAt: state.now,
		at: later(random, state),
	}),
	unknown: () => ({ type: 'unknown' }),
	changing: (random) => ({ type: 'changing', change: random.pick(['start', 'stop']) }),
	changed: (random, state) => ({ type: 'changed', files: profileFiles, at: later(random, state) }),
	'change-failed': () => ({ type: 'change-failed' }),
};

const channelMessages: Makers<ChannelsMessage> = {
	'choose-channel': (random) => ({ type: 'choose-channel', id: anyHash(random) }),
	'choose-playlist': (random) => ({
		type: 'choose-playlist',
		playlist: random.pick([undefined, { channel: anyHash(random), id: random.between(1, 3) }]),
	}),
	'choose-feed': (random) => ({
		type: 'choose-feed',
		url: random.pick(['http://a.example/1', 'http://b.example/']),
	}),
	search: (random, state) => ({
		type: 'search',
		query: random.pick(['a', 'b c', '']),
		at: later(random, state),
	}),
	'family-filter': () => ({ type: 'family-filter' }),
};

const dumpMessages: Makers<MemoryDumpMessage> = {
	begin: (random) => ({
		type: 'begin',
		id: random.between(1, 2),
		process: 'service',
		path: '/srv/x.heapsnapshot',
		overwrite: coin(random),
	}),
	progress: (random) => ({ type: 'progress', id: random.between(1, 2), bytes: 5, total: 10 }),
	cancel: () => ({ type: 'cancel' }),
	ended: (random, state) => ({
		type: 'ended',
		id: random.between(1, 2),
		result: random.pick<DumpResult>([
			{ kind: 'exists' },
			{ kind: 'cancelled' },
			{ kind: 'saved', path: '/srv/x', bytes: 7 },
			{ kind: 'failed', failure },
		]),
		at: later(random, state),
	}),
	'other-process': () => ({ type: 'other-process' }),
};

const serviceOf = (random: Random): ServiceRow => ({
	name: random.pick(['box', 'home', 'attic']),
	url: 'http://127.0.0.1:8085',
	failure: random.pick(['', 'unreachable']),
	hasAnswered: coin(random),
	dataAge: random.pick([undefined, 7]),
	hasException: coin(random),
	total: random.between(0, 9),
	downloading: 1,
	seeding: undefined,
	stopped: 2,
	errors: random.between(0, 2),
	speedDown: 3,
	speedUp: undefined,
	freeSpace: random.pick([undefined, 0]),
});

const contextsMessages: Makers<ContextsMessage> = {
	rows: (random) => ({
		type: 'rows',
		rows: Array.from({ length: random.between(0, 4) }, () => serviceOf(random)),
	}),
	shown: (_, { view, colors, settings, recent }) => ({
		type: 'shown',
		shared: { view, colors, settings, recent },
	}),
	hidden: () => ({ type: 'hidden' }),
};

/** Makers of answers to queries, by their name. */
const answers: Readonly<Record<string, Maker<QueryAnswer>>> = {
	downloads: (random, state) => {
		const downloads = list(random, state);
		const isLoading = random.between(1, 8) === 1;
		const checkpoints = { all_loaded: !isLoading, loaded: downloads.length, total: MAX_DOWNLOADS };
		return {
			query: 'downloads',
			endpoint: 'listDownloads',
			answer: { downloads, checkpoints },
			at: later(random, state),
		};
	},
	core: (random, state) => ({
		query: 'core',
		endpoint: 'getState',
		answer: { state: random.pick(['STARTED', 'STARTING']), last_exception: null, readable_state: '' },
		at: later(random, state),
	}),
	'debug-cockpit:own-usage': (random, { now: at }) => ({
		query: 'debug-cockpit:own-usage',
		endpoint: 'own-usage',
		at,
		answer: {
			cpuMs: random.between(0, 9_999),
			residentBytes: random.between(0, 99_999),
			heapBytes: 0,
			frames: random.between(0, 99),
			writtenBytes: random.between(0, 9_999),
		},
	}),
	'stream:files': (random, { now: at }) => ({
		query: 'stream:files',
		endpoint: 'listFiles',
		at,
		request: { params: { infohash: hash(1) } },
		answer: { infohash: hash(1), files: page(random) },
	}),
	'settings:settings-of-8': (random, { now: at }) => ({
		query: 'settings:settings-of-8',
		endpoint: 'settings-of-8',
		at,
		answer: {
			limits: { download: 0, upload: undefined },
			seeding: { mode: random.pick(names), ratio: 2, minutes: undefined, safe: coin(random) },
		},
	}),
	'debug-files:files': (random, state) => {
		const paths = ['/srv/core.log', '/srv/a', '/srv/b'].slice(random.between(0, 2));
		return {
			query: 'debug-files:files',
			endpoint: 'listOpenFiles',
			answer: { open_files: paths.map((path, fd) => ({ fd, path })) },
			at: later(random, state),
		};
	},
};

const messages: Makers<Message> = {
	contexts: (random, state) => ({
		type: 'contexts',
		what: anyOf<ContextsMessage>(contextsMessages, random, state),
	}),
	'first-downloads': (random, state) => ({
		type: 'first-downloads',
		downloads: list(random, state),
		at: later(random, state),
	}),
	limits: (random) => ({
		type: 'limits',
		limits: {
			download: random.pick([undefined, 0, 5_000_000]),
			upload: random.pick([undefined, 0, 7]),
			alternative: undefined,
			active: {
				set: random.pick(['normal', 'alternative']),
				download: random.pick([undefined, 0, 5_000_000]),
				upload: random.pick([undefined, 0, 7]),
			},
		},
	}),
	'query-failed': (random, state) => ({
		type: 'query-failed',
		query: random.pick<QueryName>([
			'downloads',
			'core',
			'limits',
			'profiler',
			'health',
			'tab-peers:peers',
			'tab-pieces:pieces',
			'tab-files:files',
			'stream:files',
			'settings:settings-of-8',
		]),
		failure: { ...failure, kind: random.pick(['unreachable', 'absent']) },
		at: later(random, state),
	}),
	'schema-mismatches': (random, state) => ({
		type: 'schema-mismatches',
		endpoint: 'listDownloads',
		deviations: some(random, [0, 1, 2]).map((index) => ({
			path: `downloads[${index}].x`,
			problem: 'is missing',
		})),
		at: later(random, state),
	}),
	address: (random) => ({
		type: 'address',
		url: random.pick(['http://127.0.0.1:1/', 'http://far.example/']),
	}),
	profiler: (random, state) => ({
		type: 'profiler',
		what: anyOf<ProfilerMessage>(profilerMessages, random, state),
	}),
	'memory-dump': (random, state) => ({
		type: 'memory-dump',
		what: anyOf<MemoryDumpMessage>(dumpMessages, random, state),
	}),
	profile: (random, { dialogs: open }) => ({
		type: 'profile',
		path: random.pick([
			...profileFiles,
			...open.flatMap((dialog) => (dialog.kind === 'profile' ? dialog.files : [])),
		]),
		content: { status: 'failed', why: 'It is a folder.' },
	}),
	detected: (random) => ({ type: 'detected', dialect: coin(random) ? '8.x' : 'interface' }),
	'free-space': (random) => ({
		type: 'free-space',
		bytes: random.between(0, 1e12),
		total: random.between(0, 1e12),
	}),
	stream: (random) => ({ type: 'stream', open: coin(random) }),
	event: (random, state) => ({ type: 'event', event: event(random, state), at: later(random, state) }),
	'write-began': (random) => ({ type: 'write-began', count: random.between(1, 3) }),
	'write-ended': (random, state) => ({
		type: 'write-ended',
		news: coin(random) ? news(random) : undefined,
		at: later(random, state),
	}),
	batch: (random, state) => ({ type: 'batch', what: anyOf<BatchMessage>(workMessages, random, state) }),
	pane: (random) => ({
		type: 'pane',
		pane: random.pick(['downloads', 'events', 'debug', 'debug', 'channels']),
	}),
	channels: (random, state) => ({
		type: 'channels',
		what: anyOf<ChannelsMessage>(channelMessages, random, state),
	}),
	section: (random) => random.pick(sectionMessages),
	'section-slice': (random) => random.pick(sliceMessages),
	move: (random) => ({
		type: 'move',
		rows: random.pick([1, -1, 5, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]),
		...(coin(random) ? { lines: 30, page: 10 } : {}),
		...(coin(random) ? { part: random.pick(['list', 'details']) } : {}),
	}),
	sort: (random) => ({ type: 'sort', sort: sort(random) }),
	select: (random) => ({ type: 'select', which: random.pick(['current', 'all', 'others', 'none']) }),
	'select-keys': (random) => ({
		type: 'select-keys',
		keys: new Set(some(random, [hash(0), hash(2), hash(9)])),
	}),
	range: () => ({ type: 'range' }),
	'extend-range': (random) => ({ type: 'extend-range', rows: random.between(-2, 2) }),
	'await-download': (random, state) => ({
		type: 'await-download',
		infohash: anyHash(random),
		at: later(random, state),
	}),
	'go-to': (random, state) => ({ type: 'go-to', infohash: anyHash(random), at: later(random, state) }),
	'restore-filter': () => ({ type: 'restore-filter' }),
	'clear-filter': () => ({ type: 'clear-filter' }),
	settings: (random) => ({
		type: 'settings',
		what: random.pick<CockpitSettingsMessage>([
			{ type: 'choose', change: { ascii: coin(random), player: random.pick(names) } },
			{ type: 'choose', change: { notify: undefined, service: 'other' } },
			{ type: 'saved', saved: { ascii: coin(random) } },
			{ type: 'not-saved', reason: random.pick(names) },
		]),
	}),
	'service-settings': (random) => ({
		type: 'service-settings',
		what: random.pick<ServiceSettingsMessage>([
			{ type: 'sent', sent: { path: 'limits.download', value: random.pick(names) } },
			{ type: 'confirmed', values: defaultSettings },
			{ type: 'refused', path: 'limits.download', reason: random.pick(names) },
		]),
	}),
	colors: (random, state) => ({ type: 'colors', what: anyOf<ColorsMessage>(colorsMessages, random, state) }),
	view: (random, state) => ({ type: 'view', what: anyOf<ViewMessage>(viewMessages, random, state) }),
	journal: (random, state) => ({
		type: 'journal',
		what: anyOf<JournalMessage>(journalMessages, random, state),
	}),
	ran: (random) => ({ type: 'ran', id: random.pick(['undo', 'stop', 'add']) }),
	adding: (random, state) => ({ type: 'adding', what: anyOf<AddingMessage>(addingMessages, random, state) }),
	details: (random, state) => ({
		type: 'details',
		what: anyOf<DetailsMessage>(detailsMessages, random, state),
	}),
	'other-download': (random) => ({ type: 'other-download', rows: random.between(-2, 2) }),
	open: (random, state) => ({ type: 'open', dialog: anyOf<Dialog>(dialogs, random, state) }),
	close: () => ({ type: 'close' }),
	'replace-dialog': (random, state) => ({
		type: 'replace-dialog',
		dialog: anyOf<Dialog>(dialogs, random, state),
	}),
	'close-dialog': (random) => ({ type: 'close-dialog', kind: random.pick(['help', 'market-order']) }),
	'type-text': (random) => ({ type: 'type-text', text: random.pick(lines) }),
	'edit-line': (random) => ({ type: 'edit-line', move: random.pick(moves) }),
	tick: (random, state) => ({ type: 'tick', now: later(random, state) }),
	news: (random, state) => ({ type: 'news', news: news(random), at: later(random, state) }),
	mention: (random, state) => ({
		type: 'mention',
		news: { ...news(random), refusal: coin(random) },
		at: later(random, state),
	}),
	'key-accepted': () => ({ type: 'key-accepted' }),
	'focus-details': (random) => ({ type: 'focus-details', focused: coin(random) }),
	'put-cursor': (random) => ({
		type: 'put-cursor',
		part: random.pick(['list', 'details', 'dialog']),
		key: anyHash(random),
		index: random.between(0, 3),
	}),
	'sort-rows': (random) => ({
		type: 'sort-rows',
		part: random.pick(['list', 'details']),
		column: random.pick(columns),
	}),
	'filter-rows': (random) => ({ type: 'filter-rows', filter: random.pick(['', 'a', 'log 1']) }),
	'select-rows': (random) => ({
		type: 'select-rows',
		step: coin(random)
			? { extend: random.between(-2, 2) }
			: random.pick(['current', 'all', 'others', 'none', 'range']),
	}),
	'order-rows': (random) => ({ type: 'order-rows', sort: random.pick([undefined, ...rowOrders]) }),
	'surface-work': () => ({ type: 'surface-work' }),
	'pane-slice': () => ({ type: 'pane-slice', pane: 'events', slice: undefined }),
	answer: (random, state) => ({ type: 'answer', ...anyOf<QueryAnswer>(answers, random, state) }),
};

function anyOf<Union>(makers: Readonly<Record<string, Maker<Union>>>, random: Random, state: State): Union {
	const all = Object.values(makers);
	const make = all[random.between(0, all.length - 1)];
	if (!make) throw new Error('There is no maker.');
	return make(random, state);
}

function wrapped<Union>(
	prefix: string,
	makers: Readonly<Record<string, Maker<Union>>>,
	wrap: (what: Union) => Message,
): Readonly<Record<string, Maker<Message>>> {
	return Object.fromEntries(
		Object.entries(makers).map(([type, make]) => [
			`${prefix} ${type}`,
			(random: Random, state: State) => wrap(make(random, state)),
		]),
	);
}

const all: Readonly<Record<string, Maker<Message>>> = {
	...messages,
	...wrapped<FilesMessage>('files', filesMessages, (what) => ({
		type: 'details',
		what: { type: 'files', what },
	})),
	...wrapped<FilesMessage>('tree', filesMessages, (what) => ({
		type: 'adding',
		what: { type: 'tree', what },
	})),
	...wrapped<DetailsMessage>('details', detailsMessages, (what) => ({ type: 'details', what })),
	...wrapped<ColorsMessage>('colors', colorsMessages, (what) => ({ type: 'colors', what })),
	...wrapped<ViewMessage>('view', viewMessages, (what) => ({ type: 'view', what })),
	...wrapped<AddingMessage>('adding', addingMessages, (what) => ({ type: 'adding', what })),
	...wrapped<BatchMessage>('batch', workMessages, (what) => ({ type: 'batch', what })),
	...wrapped<JournalMessage>('journal', journalMessages, (what) => ({ type: 'journal', what })),
	...wrapped<Dialog>('open', dialogs, (dialog) => ({ type: 'open', dialog })),
};

/** Dialogs without which messages have no effect. */
const dialogOf: Readonly<Record<string, DialogKind>> = {
	'restore-filter': 'filter',
	'stream-files': 'stream',
	'type-text': 'filter',
	'edit-line': 'filter',
	'colors choose': 'theme',
	'view change-column': 'columns',
	'view restore-columns': 'columns',
	'view recall-filter': 'filter',
	'view choose-completion': 'filter',
	'view complete': 'filter',
	'view filters-found': 'filters',
	'adding paste': 'add',
	'adding field': 'add',
	'adding drop': 'add',
	'adding complete': 'add',
	'adding accept': 'add',
	'adding browse': 'add',
	'adding files': 'add',
	'adding enter-folder': 'browse',
	'adding hidden': 'browse',
	'adding take': 'browse',
};

/** Kinds of messages: 'tick', 'view complete', 'open help'. */
export const messageKinds: readonly string[] = Object.keys(all);

/** Returns the message that opens the dialog which a kind of message needs; undefined if it needs none, or at random. */
export function preparation(kind: string, random: Random, state: State): Message | undefined {
	if (kind === 'surface-work') return searching;
	const dialog = dialogOf[kind];
	if (dialog === undefined || state.dialogs.at(-1)?.kind === dialog || random.between(1, 4) === 1)
		return undefined;
	return { type: 'open', dialog: dialogs[dialog](random, state) };
}

/** Returns a message of a kind. It refers to existing downloads, nodes and requests of the state if possible. */
export function messageOf(kind: string, random: Random, state: State): Message {
	const make = all[kind];
	if (!make) throw new Error(`There is no message of the kind ${kind}.`);
	return make(random, state);
}

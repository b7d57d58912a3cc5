import { describe, expect, test } from 'vitest';
import { readCode } from '../code/code-file.ts';
import { plantedProject, printed } from '../planted.ts';
import { importRules, rules } from './imports.ts';

const found = (files: Readonly<Record<string, string>>) => printed(importRules(plantedProject(files)));

describe('importRules finds a line that breaks a rule', () => {
	const samples: readonly (readonly [file: string, line: string, sentence: string])[] = [
		['basics/x.ts', "import { a } from '../format/bytes.ts';", 'basics import nothing'],
		['basics/x.ts', "import { a } from 'node:fs';", 'basics are pure'],
		['protocol/x.ts', "import { a } from '../format/bytes.ts';", 'protocol imports nothing'],
		['concurrency/x.ts', "import { a } from '../format/bytes.ts';", 'concurrency imports nothing'],
		['process/x.ts', "import { a } from '../format/bytes.ts';", 'process imports nothing'],
		['format/x.ts', "import type { A } from '../protocol/errors.ts';", 'format imports nothing'],
		['columns/x.ts', "import type { A } from '../state/core/state.ts';", 'columns import only'],
		['settings/x.ts', "import type { A } from '../state/core/state.ts';", 'settings import only'],
		['filter/x.ts', "import type { A } from '../state/list/rows.ts';", 'filter imports only'],
		['client/x.ts', "import { a } from '../metainfo/torrent.ts';", 'client imports only protocol'],
		['client/x.ts', "import { a } from 'typebox';", 'client imports no package'],
		['state/x.ts', "import type { A } from '../client/client.ts';", 'state imports only'],
		['state/view/x.ts', "import type { State } from '../core/state.ts';", 'only core knows the whole state'],
		['service/x.ts', "import { a } from '../client/client.ts';", 'service imports only'],
		['import/x.ts', "import { a } from '../client/discovery/ini.ts';", 'import imports only'],
		['runtime/x.ts', "import { a } from '../tui/shell/app.tsx';", 'runtime imports only'],
		['tui/x.ts', "import { a } from '../client/http/errors.ts';", 'tui imports only'],
		['tui/x.ts', "import type { A } from '../runtime/session.ts';", 'tui imports only'],
		['tui/shell/start.ts', "import { a } from '../../service/start.ts';", 'tui imports only'],
		['commands/x.ts', "import { a } from '../state/core/state.ts';", 'commands import everything but'],
		['commands/x.ts', "const a = await import('../runtime/session.ts');", 'commands import everything but'],
		['commands/x.ts', "import { a } from '../tui/shell/app.tsx';", 'commands import only its start files'],
		['demo/x.ts', "import { a } from '../tui/shell/start.ts';", 'demo imports only process'],
		['demo/x.ts', "import { a } from '../service/start.ts';", 'demo imports only process'],
		['metainfo/x.ts', "import { a } from '../format/bytes.ts';", 'metainfo imports nothing'],
		['cli.ts', "import { a } from './tui/shell/start.ts';", 'cli.ts imports only'],
		['helm/x.ts', "import 'node:fs';", 'a folder that has a rule'],
		['client/x.ts', "import a from '../../package.json';", 'no file outside of source'],
		['tui/components/x.tsx', "import type { A } from '../../state/core/state.ts';", 'components of tui'],
		['tui/components/x.tsx', "import { a } from '../panes/downloads/pane.tsx';", 'components of tui'],
		['tui/panes/peers/x.tsx', "import { a } from '../downloads/pane.tsx';", 'no other pane'],
		['service/routes/x.ts', "import { a } from '../engine/process.ts';", "the engine's port"],
		[
			'service/downloads/x.ts',
			"import { a } from '../engine/webtorrent/engine.ts';",
			'only service/start.ts',
		],
		['service/x.ts', "import type { A } from './engine/overlay-port.ts';", 'only service/start.ts'],
		['service/health/x.ts', "import { a } from '../engine/process.ts';", 'only service/start.ts'],
		['service/overlay/x.ts', "import { a } from '../engine/process.ts';", "the engine's ports"],
		['service/market/x.ts', "import { a } from '../storage/database.ts';", 'market is pure'],
		['service/market/x.ts', "import { a } from 'node:fs';", 'market is pure'],
		['service/market/x.ts', "import { a } from './host/x.ts';", 'only types of its adapters'],
		['service/routes/x.ts', "import { a } from '../market/amount.ts';", 'only when they are used'],
		['service/x.ts', "import { a } from './overlay/x.ts';", 'only when they are used'],
		['commands/x.ts', "import { Text } from 'ink';", 'react and ink'],
		['runtime/x.ts', "import { request } from 'undici';", 'undici is imported only'],
		['commands/x.ts', "import formbody from '@fastify/formbody';", 'fastify is imported only'],
		['service/x.ts', "import peer from 'webtorrent/lib/peer.js';", 'webtorrent is imported only'],
		['service/x.ts', "import { Parser } from 'htmlparser2';", 'htmlparser2 is imported only'],
		['commands/x.ts', "import meow from 'meow';", 'meow is imported only'],
	];

	test.each(samples)('%s: %s', (file, line, sentence) => {
		const sentences = found({ [`source/${file}`]: line });
		expect(sentences.join('\n')).toContain(sentence);
		expect(sentences[0]).toContain(`source/${file}:1: '`);
	});

	test('every rule has such a line', () => {
		const broken = samples.flatMap(([file, line]) => {
			const { imports } = readCode(`source/${file}`, line);
			return rules.filter((rule) => imports.some((one) => rule.breaks(one)));
		});
		expect(rules.filter((rule) => !broken.includes(rule)).map(({ sentence }) => sentence)).toEqual([]);
	});

	test.each([
		['tui/shell/open-session.ts', "import { a } from '../../runtime/session.ts';"],
		['tui/shell/open-session.ts', "import { a } from '../../client/http/errors.ts';"],
		['state/core/x.ts', "import type { State } from './state.ts';"],
		['protocol/x.ts', "import { a } from '../basics/error.ts';"],
		['service/market/x.ts', "import { a } from '../../basics/error.ts';"],
		['state/view/x.ts', "import type { PaneId } from '../surfaces/panes.ts';"],
		['tui/x.ts', "import type { A } from '../client/client.ts';"],
		['tui/shell/panes.ts', "import { a } from '../panes/downloads/pane.tsx';"],
		['tui/panes/peers/x.tsx', "import { a } from '../../surfaces/pane.ts';"],
		['commands/x.ts', "const a = await import('../tui/shell/start.ts');"],
		['commands/x.ts', "const a = await import('../tui/screen-reader/start.ts');"],
		['commands/x.ts', "import { a } from '../tui/theme/names.ts';"],
		['commands/x.ts', "import { a } from '../filter/query.ts';"],
		['state/x.ts', "import { a } from '../filter/query.ts';"],
		['runtime/x.ts', "import { a } from '../concurrency/semaphore.ts';"],
		['demo/x.ts', "import { a } from '../metainfo/bencode.ts';"],
		['runtime/x.ts', "import { a } from '../metainfo/metainfo.ts';"],
		['demo/x.ts', "import a from 'webtorrent';"],
		['commands/x.ts', "import a from '../../package.json' with { type: 'json' };"],
		['commands/declaration/x.ts', "import meow from 'meow';"],
		['service/start.ts', "import { a } from './engine/process.ts';"],
		['service/routes/x.ts', "import type { A } from '../engine/port.ts';"],
		['service/engine/webtorrent/x.ts', "import a from 'webtorrent';"],
		['service/overlay/x.ts', "import { a } from '../engine/overlay-port.ts';"],
		['service/channels/x.ts', "import { a } from '../engine/dht-item.ts';"],
		['service/overlay/x.ts', "import { a } from '../engine/port.ts';"],
		['service/market/x.ts', "import { a } from './book.ts';"],
		['service/market/x.ts', "import type { A } from './wallets/wallet.ts';"],
		['service/market/host/x.ts', "import { a } from '../../storage/database.ts';"],
		['service/start.ts', "const a = await import('./market/host/open.ts');"],
		['service/routes/x.ts', "import type { A } from '../market/market.ts';"],
	])('importRules allows: %s: %s', (file, line) => {
		expect(found({ [`source/${file}`]: line })).toEqual([]);
	});
});

test('importRules finds a cycle of folders', () => {
	const files = {
		'source/client/x.ts': "import { a } from '../format/x.ts';",
		'source/format/x.ts': "\nimport { a } from '../protocol/x.ts';",
		'source/protocol/x.ts': "import { a } from '../format/y.ts';",
	};
	expect(found(files)).toContain(
		'source/format/x.ts:2: Folders import each other: format → protocol → format.',
	);
	expect(found({ ...files, 'source/protocol/x.ts': '' }).join()).not.toContain('each other');
});

test('importRules finds a cycle of files, type imports included', () => {
	const files = {
		'source/format/x.ts': "import type { B } from './y.ts';",
		'source/format/y.ts': "import { c } from './z.ts';",
		'source/format/z.ts': "export type A = import('./x.ts').A;",
	};
	expect(found(files)).toEqual([
		'source/format/x.ts:1: Files import each other: source/format/x.ts → source/format/y.ts → source/format/z.ts → source/format/x.ts.',
	]);
	expect(found({ ...files, 'source/format/z.ts': '' })).toEqual([]);
});

test('importRules counts the imports of two folders that import each other', () => {
	const files = {
		'source/state/list/a.ts':
			"import type { A } from '../view/deep/a.ts';\nimport { b } from '../view/b.ts';",
		'source/state/view/b.ts': '',
		'source/state/view/c.ts': "\nimport { c } from '../list/c.ts';",
		'source/state/view/deep/a.ts': '',
		'source/state/list/c.ts': '',
	};
	expect(found(files)).toEqual([
		'source/state/view/c.ts:2: Two folders import each other: source/state/view → source/state/list. Imports: 1, in the other direction: 2.',
	]);
	expect(found({ ...files, 'source/state/view/c.ts': '' })).toEqual([]);
});

test('importRules treats the files beside the folders of a layer as a folder', () => {
	const files = {
		'source/format/a.ts': "import { a } from './text/a.ts';",
		'source/format/b.ts': '',
		'source/format/text/a.ts': '',
		'source/format/text/b.ts': "import { b } from '../b.ts';",
	};
	expect(found(files)).toEqual([
		'source/format/a.ts:1: Two folders import each other: source/format → source/format/text. Imports: 1, in the other direction: 1.',
	]);
	expect(found({ ...files, 'source/format/text/b.ts': "import { a } from './a.ts';" })).toEqual([]);
});

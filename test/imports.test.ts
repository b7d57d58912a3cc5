import { describe, expect, test } from 'vitest';
import { filesBelow, importsOf, readImports } from './imports/read-imports.ts';
import { circle, fileCycle, layerOf, rules, saysNothing, violations } from './imports/rules.ts';

const files = filesBelow('source');
const lines = files.flatMap(importsOf);

describe('imports of source', () => {
	test('keep the rules', () => {
		expect(violations(lines)).toEqual([]);
	});

	test('form no cycle between folders', () => {
		expect(circle(lines)).toBeUndefined();
	});

	test('form no cycle between files, type imports included', () => {
		expect(fileCycle(lines)).toBeUndefined();
	});

	test('name existing files', () => {
		const targets = new Set(lines.flatMap(({ target }) => (target?.endsWith('.ts') ? [target] : [])));
		expect([...targets].filter((target) => !files.includes(target))).toEqual([]);
	});

	test('are found', () => {
		expect(files.length).toBeGreaterThan(120);
		expect(lines.length).toBeGreaterThan(350);
		expect(lines.filter(({ typeOnly }) => typeOnly).length).toBeGreaterThan(80);
		expect(lines.filter(({ npm }) => npm !== undefined).length).toBeGreaterThan(40);
		for (const layer of ['protocol', 'format', 'client', 'state', 'service', 'runtime', 'tui', 'commands']) {
			expect(
				lines.some(({ file }) => layerOf(file) === layer),
				layer,
			).toBe(true);
		}
	});
});

test('every file and folder has a descriptive name', () => {
	expect([...files, ...filesBelow('test')].filter(saysNothing)).toEqual([]);
	expect(saysNothing('source/tui/utils/a.ts')).toBe(true);
	expect(saysNothing('source/client/types.ts')).toBe(true);
	expect(saysNothing('source/client/helpers.test.ts')).toBe(true);
	expect(saysNothing('source/client/event-types.ts')).toBe(false);
});

describe('readImports', () => {
	test('finds every kind', () => {
		const text = `import './a.ts';
import b from "./b.ts";
import type { C } from './c.ts';
import { type D, d } from './d.ts';
import * as e from './e.ts';
import f, { type F, g } from './f.ts';
import {
	h,
	i,
} from '../h.ts';
export * from './j.ts';
export type * from './k.ts';
export { l as m } from './l.ts';
export type { N } from './n.ts';
const o = await import('./o.ts');
const p: import('./p.ts').P = q;
import r from '@scope/package/deep';
import s from 'package/deep.js';
import { t } from 'node:fs/promises';
export * as u from './u.ts';
const v = require('./v.ts');
import react, * as w from 'react';
`;
		const found = readImports('source/client/x.ts', text).sort((a, b) => a.line - b.line);
		expect(found.map(({ line, specifier, typeOnly }) => [line, specifier, typeOnly])).toEqual([
			[1, './a.ts', false],
			[2, './b.ts', false],
			[3, './c.ts', true],
			[4, './d.ts', false],
			[5, './e.ts', false],
			[6, './f.ts', false],
			[7, '../h.ts', false],
			[11, './j.ts', false],
			[12, './k.ts', true],
			[13, './l.ts', false],
			[14, './n.ts', true],
			[15, './o.ts', false],
			[16, './p.ts', false],
			[17, '@scope/package/deep', false],
			[18, 'package/deep.js', false],
			[19, 'node:fs/promises', false],
			[20, './u.ts', false],
			[21, './v.ts', false],
			[22, 'react', false],
		]);
		expect(found.find(({ line }) => line === 7)?.target).toBe('source/h.ts');
		expect(found.flatMap(({ npm }) => npm ?? [])).toEqual(['@scope/package', 'package', 'react']);
	});

	test('ignores comments and strings', () => {
		const text = `// import a from './a.ts';
/* import b from './b.ts';
import c from './c.ts'; */
const url = 'http://x'; export const from = 'y';
const glob = "/*"; import('./real.ts'); const end = "*/";
export const text = 'import d from "./d.ts"';
`;
		expect(readImports('source/x.ts', text).map(({ specifier }) => specifier)).toEqual(['./real.ts']);
	});
});

describe('violations reports a line that breaks a rule', () => {
	const samples: readonly (readonly [file: string, line: string, sentence: string])[] = [
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
		['tui/x.ts', "import { a } from '../client/errors.ts';", 'tui imports only'],
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
		['tui/components/x.tsx', "import { a } from '../panes/pane.ts';", 'components of tui'],
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
		const sentences = violations(readImports(`source/${file}`, line));
		expect(sentences.join('\n')).toContain(sentence);
		expect(sentences[0]).toMatch(new RegExp(`^source/${file}:1 imports '`));
	});

	test('every rule has such a line', () => {
		const broken = samples.flatMap(([file, line]) => {
			const found = readImports(`source/${file}`, line);
			return rules.filter((rule) => found.some((one) => rule.breaks(one)));
		});
		expect(rules.filter((rule) => !broken.includes(rule)).map(({ sentence }) => sentence)).toEqual([]);
	});

	test.each([
		['tui/shell/open-session.ts', "import { a } from '../../runtime/session.ts';"],
		['tui/shell/open-session.ts', "import { a } from '../../client/errors.ts';"],
		['state/core/x.ts', "import type { State } from './state.ts';"],
		['state/view/x.ts', "import type { PaneId } from '../core/panes.ts';"],
		['tui/x.ts', "import type { A } from '../client/client.ts';"],
		['tui/panes/registry.ts', "import { a } from './downloads/pane.tsx';"],
		['tui/panes/peers/x.tsx', "import { a } from '../pane.ts';"],
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
	])('violations allows: %s: %s', (file, line) => {
		expect(violations(readImports(`source/${file}`, line))).toEqual([]);
	});

	test('circle returns a cycle of imports', () => {
		const around = [
			...readImports('source/a/x.ts', "import type { B } from '../b/x.ts';"),
			...readImports('source/b/x.ts', "import { c } from '../c/x.ts';"),
			...readImports('source/c/x.ts', "import { b } from '../b/y.ts';\nimport { d } from '../d/x.ts';"),
		];
		expect(circle(around)).toBe('b → c → b');
		expect(circle(around.slice(0, 2))).toBeUndefined();
	});

	test('fileCycle returns a cycle of type imports', () => {
		const around = [
			...readImports('source/a/x.ts', "import type { B } from './y.ts';"),
			...readImports('source/a/y.ts', "import { c } from '../b/x.ts';"),
			...readImports('source/b/x.ts', "export type A = import('../a/x.ts').A;"),
		];
		expect(fileCycle(around)).toBe('source/a/x.ts → source/a/y.ts → source/b/x.ts → source/a/x.ts');
		expect(fileCycle(around.slice(0, 2))).toBeUndefined();
	});
});

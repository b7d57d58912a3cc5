import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesBelow } from './imports/read-imports.ts';

/** Fixed times in tests, with the reason. All others wait for content. */
const allowed: Readonly<Record<string, string>> = {
	'test/service/storage/held-upgrade.ts': 'the interval of polling',
	'test/service/feeds/feed-kill.test.ts': 'a kill comes at a random moment',
	'test/pictures/cockpit-view.ts': 'the interval of polling',
	'test/stories/colors.test.ts': 'a terminal sends its reply byte by byte',
	'test/interop/clients/transmission.ts': 'the interval of polling',
	'test/fixtures/cockpit.ts': 'a question accepts no answer before this time',
	'test/service/kill/kill.test.ts': 'a kill comes at a random moment',
	'test/service/market-kill/market-kill.test.ts': 'a kill comes at a random moment',
	'test/service/engine/web-seeds.test.ts': 'a slow reader is slower than the timeout of the server',
	'test/soak/load.ts': 'a pause between operations makes the load constant',
	'test/terminal/fixture-app.tsx': 'a program that hangs',
};

const sleep = /await (?:delay|wait|sleep|setTimeout)\(|await new Promise\(\(?\w+\)? => setTimeout\(/;

test('tests wait for content, not for a fixed time', () => {
	const sleeping = filesBelow('test')
		.filter((file) => !file.startsWith('test/bench/'))
		.filter((file) => sleep.test(readFileSync(file, 'utf8')));
	expect(sleeping.filter((file) => !(file in allowed))).toEqual([]);
	expect(sleeping).toContain('test/service/kill/kill.test.ts');
});

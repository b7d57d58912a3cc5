import { expect, test } from 'vitest';
import { openCockpitProcess } from '../fixtures/cockpit.ts';
import { makeFolder } from '../fixtures/folder.ts';
import { until } from '../programs/until.ts';

// Each step waits for transfers at real rates.
test('the demo stalls without seeds, and downloads new episodes', { timeout: 150_000 }, async () => {
	const folder = await makeFolder();
	const { screen } = await openCockpitProcess(undefined, {
		flags: 'demo',
		columns: 120,
		rows: 40,
		env: { TMPDIR: folder },
		home: folder,
	});
	for (const row of [/◌ half-of-an-atlas\.pdf .*61\.\d%/, /▼ episode-2\.ogg /])
		expect(await until(() => screen.has(row), { awaited: String(row), timeoutMs: 60_000 })).toBe(true);
});

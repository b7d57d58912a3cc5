import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bitfieldOf } from '../../source/metainfo/layout.ts';
import { boundByPermissions } from './engine/bound-by-permissions.ts';
import { folder, lab, sample } from './engine/lab.ts';

const starts = [
	['a recheck', 'check', false],
	['a start that trusts its bitfield', 'run', true],
	['a start that knows nothing', 'run', false],
] as const;

test('an engine that may not read a file fails in any check and start, and reports no bitfield', async (context) => {
	const target = await lab(boundByPermissions(context));
	for (const [name, mode, claims] of starts) {
		const torrent = await sample({ 'a.bin': 300_000, 'b.bin': 300_000 });
		const { infohash, pieceCount } = torrent.metainfo;
		const data = folder();
		cpSync(join(torrent.seedFolder, 'sample'), join(data, 'sample'), { recursive: true });
		chmodSync(join(data, 'sample', 'b.bin'), 0);
		const bitfield = claims ? bitfieldOf(pieceCount, true) : undefined;
		await target.engine.add(torrent.download(data, { mode, bitfield }));
		const failed = await target.until(`failed in ${name}`, () => target.of('failed', infohash)[0]);
		expect(failed.reason).toMatch(/^cannot read .*sample\/b\.bin: permission is denied$/);
		expect(target.of('bitfield', infohash), name).toEqual([]);
		expect(target.of('checked', infohash), name).toEqual([]);
	}
});

import { expect, test } from 'vitest';
import type { FileClaim } from '../../../source/service/engine/port.ts';
import { DataFolder } from '../../../source/service/engine/webtorrent/disk/data-folder.ts';
import { FileClaims } from '../../../source/service/engine/webtorrent/disk/file-claims.ts';
import { PathGuard } from '../../../source/service/storage/path-guard.ts';
import { nothingProtected } from '../../programs/seeder.ts';
import { until } from '../../programs/until.ts';
import { folder, sample } from './lab.ts';

test('an answer to a claim of an earlier run does not answer one of the next run', async () => {
	const { metainfo } = await sample({ 'a.bin': 50_000 });
	const sent: FileClaim[] = [];
	const run = () =>
		new FileClaims({
			metainfo,
			folder: new DataFolder(folder(), new PathGuard(nothingProtected)),
			has: () => false,
			isKnown: () => true,
			own: new Uint8Array(),
			usesFiles: false,
			signal: new AbortController().signal,
			send: (claim) => sent.push(claim),
		});
	const [earlier, next] = [run(), run()];
	const first = earlier.claim(metainfo.files);
	const [early] = await until(() => sent.length === 1 && sent);
	const second = next.claim(metainfo.files);
	const [, late] = await until(() => sent.length === 2 && sent);
	if (!early || !late) throw new Error('a claim was not sent');
	next.answer(early.number, { shared: [] });
	next.answer(late.number, { refusal: 'another download has it' });
	await expect(second).rejects.toThrow('another download has it');
	earlier.answer(early.number, { shared: [] });
	expect(await first).toEqual(metainfo.files);
});

import { expect, test } from 'vitest';
import { allDownloadColumns } from '../../source/columns/downloads.ts';
import { trackerColumns } from '../../source/columns/trackers.ts';
import { decode } from '../../source/protocol/decode.ts';
import { Download } from '../../source/protocol/resources/download.ts';
import { Tracker } from '../../source/protocol/resources/tracker.ts';

/** Invalid statuses that are names of inherited object properties. */
const odd = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

test.each(odd)("tones show a status called '%s' as any unknown one", (status) => {
	const download = decode(Download, { name: 'one', infohash: 'a'.repeat(40), progress: 1, status }).value;
	expect(allDownloadColumns.find(({ id }) => id === 'status')?.tone?.(download)).toBe('normal');
	const tracker = decode(Tracker, { url: 'http://one', peers: 1, status }).value;
	expect(trackerColumns.find(({ id }) => id === 'status')?.tone?.(tracker)).toBe('normal');
});

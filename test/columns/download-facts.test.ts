import { expect, test } from 'vitest';
import { downloadFacts } from '../../source/columns/download-facts.ts';
import { namedDownloads } from '../screens/named-downloads.ts';

function progressOf(fields: Record<string, unknown>): unknown {
	const [download] = namedDownloads(['one'], fields);
	return download && new Map(downloadFacts(download)).get('progress');
}

test('what has no metadata yet is of an unknown size, and not of 0 B', () => {
	expect(progressOf({ size: 0, progress: 0, status: 'METADATA' })).toBe('0.0% of an unknown size');
	expect(progressOf({ size: 0, progress: 1 })).toBe('100% of 0 B');
	expect(progressOf({ size: 2 ** 20, progress: 0.5 })).toBe('50.0% of 1.0 MiB');
});

import { expect, test } from 'vitest';
import { byteRange } from '../../../source/service/routes/stream.ts';
import { processorTime } from '../../programs/processor-time.ts';

test.each([
	['bytes=0-9', { from: 0, to: 10 }],
	[' bytes = 90 - ', { from: 90, to: 100 }],
	['bytes=-5', { from: 95, to: 100 }],
	['bytes=50-1000', { from: 50, to: 100 }],
	['bytes=-', 'none'],
	['bytes=5', 'none'],
	['bytes=1-2-3', 'none'],
	['bytes=a-b', 'none'],
	['bytes=100-', 'none'],
	['bytes=1-2,4-5', 'whole'],
	['lines=1-2', 'whole'],
	[undefined, 'whole'],
])('byteRange reads %j', (header, range) => {
	expect(byteRange(header, 100)).toEqual(range);
});

test('byteRange refuses a header without an end in little time', () => {
	const header = `bytes=${' '.repeat(200_000)}x`;
	expect(processorTime(() => expect(byteRange(header, 100)).toBe('none'))).toBeLessThan(1_000);
});

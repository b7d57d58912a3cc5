import { expect, test } from 'vitest';
import { StreamLog } from '../../source/runtime/stream-log.ts';

test('a stream that was never open has no gap', () => {
	const log = new StreamLog();
	log.lost(new Error('refused'), 500, 1_000);
	log.lost(new Error('refused'), 900, 2_000);
	expect(log.record).toMatchObject({
		isOpen: false,
		since: 1_000,
		gaps: 0,
		reason: 'refused',
		retryAt: 2_900,
	});
	log.opened(3_000);
	expect(log.record).toMatchObject({
		isOpen: true,
		since: 3_000,
		reconnects: 0,
		gaps: 0,
		retryAt: undefined,
	});
});

test('an interruption is a gap until the stream is open again', () => {
	const log = new StreamLog();
	log.opened(1_000);
	log.event(1_500);
	log.malformed();
	log.lost(new Error('closed'), 500, 2_000);
	log.lost(new Error('refused'), Number.POSITIVE_INFINITY, 4_000);
	expect(log.record).toMatchObject({ since: 2_000, gaps: 1, gapMs: 0, retryAt: undefined });
	log.opened(5_000);
	expect(log.record).toEqual({
		isOpen: true,
		since: 5_000,
		reconnects: 1,
		gaps: 1,
		gapMs: 3_000,
		lastGap: { from: 2_000, to: 5_000 },
		events: 1,
		malformed: 1,
		lastEventAt: 1_500,
		reason: 'refused',
		retryAt: undefined,
	});
});

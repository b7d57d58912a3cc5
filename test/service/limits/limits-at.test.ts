import { afterEach, describe, expect, test } from 'vitest';
import { defaultSettings, type LimitSettings } from '../../../source/protocol/resources/settings.ts';
import { limitsAt, nextChange } from '../../../source/service/limits/limits-at.ts';

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const zone = process.env.TZ;

afterEach(() => {
	if (zone === undefined) delete process.env.TZ;
	else process.env.TZ = zone;
});

function settings(
	days: number[],
	from: number,
	to: number,
	mode: LimitSettings['alternative']['mode'] = 'schedule',
): LimitSettings {
	const { limits } = defaultSettings;
	const alternative = { download: 30, upload: 40, mode, schedule: { days, from: from * 60, to: to * 60 } };
	return { ...limits, download: 10, upload: 20, alternative };
}

/** Local times at which the set of limits changes, in a span of minutes. */
function changes(limits: LimitSettings, start: Date, minutes: number): string[] {
	const found: string[] = [];
	let before = limitsAt(limits, start).set;
	for (let minute = 1; minute <= minutes; minute++) {
		const at = new Date(start.getTime() + minute * 60_000);
		const { set } = limitsAt(limits, at);
		if (set !== before) found.push(`${at.toISOString().slice(0, 16)} ${set}`);
		before = set;
	}
	return found;
}

describe('limits at a time', () => {
	test('are the normal ones while the alternative ones are off, and the alternative ones while they are on', () => {
		const noon = new Date(2026, 10, 23, 12);
		expect(limitsAt(settings(EVERY_DAY, 0, 24, 'off'), noon)).toEqual({
			set: 'normal',
			download: 10,
			upload: 20,
		});
		expect(limitsAt(settings([], 0, 1, 'on'), noon)).toEqual({
			set: 'alternative',
			download: 30,
			upload: 40,
		});
		expect(nextChange(settings(EVERY_DAY, 8, 18, 'on'), noon)).toBeUndefined();
	});

	test('follow the schedule on its days only', () => {
		// A Friday.
		const friday = new Date(2026, 10, 27);
		const limits = settings([0, 1, 2, 3, 4], 8, 18);
		expect(limitsAt(limits, new Date(2026, 10, 27, 7, 59)).set).toBe('normal');
		expect(limitsAt(limits, new Date(2026, 10, 27, 8)).set).toBe('alternative');
		expect(limitsAt(limits, new Date(2026, 10, 27, 17, 59)).set).toBe('alternative');
		expect(limitsAt(limits, new Date(2026, 10, 27, 18)).set).toBe('normal');
		expect(limitsAt(limits, new Date(2026, 10, 28, 12)).set).toBe('normal');
		expect(nextChange(limits, friday)).toEqual(new Date(2026, 10, 27, 8));
		expect(nextChange(limits, new Date(2026, 10, 27, 8))).toEqual(new Date(2026, 10, 27, 18));
		expect(nextChange(limits, new Date(2026, 10, 27, 18))).toEqual(new Date(2026, 10, 30, 8));
	});

	test('follow a period across midnight into the day after its days', () => {
		const limits = settings([6], 22, 6);
		expect(limitsAt(limits, new Date(2026, 10, 29, 23)).set).toBe('alternative');
		expect(limitsAt(limits, new Date(2026, 10, 30, 5, 59)).set).toBe('alternative');
		expect(limitsAt(limits, new Date(2026, 10, 30, 6)).set).toBe('normal');
		expect(limitsAt(limits, new Date(2026, 10, 30, 23)).set).toBe('normal');
		expect(nextChange(limits, new Date(2026, 10, 29, 23))).toEqual(new Date(2026, 10, 30, 6));
	});

	test('stay the same if the period has no end, or the schedule no day', () => {
		expect(changes(settings(EVERY_DAY, 8, 8), new Date(2026, 10, 23), 3_000)).toEqual([]);
		expect(nextChange(settings(EVERY_DAY, 8, 8), new Date(2026, 10, 23))).toBeUndefined();
		expect(nextChange(settings([], 8, 18), new Date(2026, 10, 23))).toBeUndefined();
	});

	test('follow the local clock when summer time begins and ends', () => {
		process.env.TZ = 'Europe/Berlin';
		// 2:00 becomes 3:00 on 2026-03-29, and 3:00 becomes 2:00 on 2026-10-25.
		const spring = changes(settings(EVERY_DAY, 1, 5), new Date('2026-03-28T22:00Z'), 600);
		expect(spring).toEqual(['2026-03-29T00:00 alternative', '2026-03-29T03:00 normal']);
		const autumn = changes(settings(EVERY_DAY, 1, 5), new Date('2026-10-24T22:00Z'), 600);
		expect(autumn).toEqual(['2026-10-24T23:00 alternative', '2026-10-25T04:00 normal']);
		expect(nextChange(settings(EVERY_DAY, 1, 5), new Date('2026-10-24T23:30Z'))?.toISOString()).toContain(
			'T04:00',
		);
		// A period in the hour that is skipped.
		const skipped = settings(EVERY_DAY, 2, 3);
		expect(changes(skipped, new Date('2026-03-28T22:00Z'), 600)).toEqual([]);
		expect(nextChange(skipped, new Date('2026-03-28T22:00Z'))?.toISOString()).toContain('2026-03-30T00:00');
	});

	test('change exactly when announced', () => {
		process.env.TZ = 'Europe/Berlin';
		for (const limits of [settings([1, 5], 22, 6), settings([0, 2], 0, 24), settings([3], 12, 11)]) {
			let at = new Date('2026-11-01T00:00Z');
			for (const change of changes(limits, at, 14 * 24 * 60)) {
				const next = nextChange(limits, at);
				expect(next?.toISOString().slice(0, 16)).toBe(change.slice(0, 16));
				at = next ?? at;
			}
		}
	});
});

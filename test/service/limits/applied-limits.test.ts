import { expect, onTestFinished, test, vi } from 'vitest';
import {
	type ActiveLimits,
	defaultSettings,
	type LimitSettings,
} from '../../../source/protocol/resources/settings.ts';
import { AppliedLimits } from '../../../source/service/limits/applied-limits.ts';

const { limits } = defaultSettings;
const schedule = { days: [0, 1, 2, 3, 4], from: 8 * 60, to: 18 * 60 };
const scheduled: LimitSettings = {
	...limits,
	download: 10,
	alternative: { download: 5, upload: 6, mode: 'schedule', schedule },
};

/** Applies settings at a time. Timers and the clock are virtual. */
function apply(settings: LimitSettings, at: Date): { applied: AppliedLimits; sent: ActiveLimits[] } {
	vi.useFakeTimers({ now: at, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
	onTestFinished(() => void vi.useRealTimers());
	const sent: ActiveLimits[] = [];
	const applied = new AppliedLimits(settings, {
		apply: async (active) => void sent.push(active),
		log: () => {},
	});
	return { applied, sent };
}

test('limits of a schedule are sent when its period begins and ends', () => {
	// A Monday.
	const { applied, sent } = apply(scheduled, new Date(2026, 10, 23, 7, 30));
	expect(sent).toEqual([{ set: 'normal', download: 10, upload: 0 }]);
	vi.setSystemTime(new Date(2026, 10, 23, 7, 59, 59, 990));
	applied.change(scheduled);
	vi.advanceTimersByTime(10);
	expect(sent.at(-1)).toEqual({ set: 'alternative', download: 5, upload: 6 });
	vi.advanceTimersByTime(10 * 3_600_000);
	expect(sent.at(-1)).toEqual({ set: 'normal', download: 10, upload: 0 });
	expect(sent).toHaveLength(3);
	applied.close();
	vi.advanceTimersByTime(24 * 3_600_000);
	expect(sent).toHaveLength(3);
});

test('limits follow a clock that is set within a minute', () => {
	const { applied, sent } = apply(scheduled, new Date(2026, 10, 23, 7, 30));
	vi.setSystemTime(new Date(2026, 10, 23, 12));
	vi.advanceTimersByTime(60_000);
	expect(applied.active.set).toBe('alternative');
	vi.setSystemTime(new Date(2026, 10, 23, 6));
	vi.advanceTimersByTime(60_000);
	expect(applied.active.set).toBe('normal');
	expect(sent).toHaveLength(3);
});

test('limits that stay the same are not sent again', () => {
	const { applied, sent } = apply(limits, new Date(2026, 10, 23));
	applied.change({ ...limits, alternative: { ...limits.alternative, download: 7 } });
	expect(sent).toEqual([]);
	applied.change({ ...limits, alternative: { ...limits.alternative, download: 7, mode: 'on' } });
	expect(sent).toEqual([{ set: 'alternative', download: 7, upload: 0 }]);
});

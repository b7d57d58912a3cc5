import type { Download } from '../protocol/resources/download.ts';
import { settingValue } from './fields.ts';

/** Values of settings by their names: 'seeding.ratio'. */
type Values = (path: string) => unknown;

/** When seeding ends. Infinite for no limit. */
interface SeedingEnd {
	readonly ratio: number;
	readonly minutes: number;
}

/**
 * Returns how many running downloads a change of settings may stop, at most: labels with limits of their own are unknown
 * here. `now`: the settings before it, undefined while they are unknown. `isOf8`: whether they are those of 8.x.
 */
export function countStopped(
	downloads: readonly Download[],
	now: object | undefined,
	changes: readonly (readonly [path: string, value: unknown])[],
	isOf8: boolean,
): number {
	const changed = new Map(changes);
	const before: Values = (path) => settingValue(now ?? {}, path);
	const after: Values = (path) => (changed.has(path) ? changed.get(path) : before(path));
	const seeds = downloads.filter(({ status }) => status === 'SEEDING');
	const [was, ends] = isOf8 ? [endOf8(before), endOf8(after)] : [ownEnd(before), ownEnd(after)];
	const ended = seeds.filter(({ ratio, seeding_time: seconds, seeding_ratio, seeding_minutes }) => {
		const isOwn = (limit: number | null | undefined) => !isOf8 && typeof limit === 'number';
		return (
			// An unknown ratio or time may have reached any limit.
			(ends.ratio < was.ratio && !isOwn(seeding_ratio) && (ratio ?? ends.ratio) >= ends.ratio) ||
			(ends.minutes < was.minutes && !isOwn(seeding_minutes) && (seconds ?? Infinity) >= ends.minutes * 60)
		);
	}).length;
	if (isOf8) return ended;
	const others = downloads.filter(({ status }) => status === 'DOWNLOADING' || status === 'METADATA').length;
	const waiting = (path: string, running: number) =>
		limitOf(after(path)) < limitOf(before(path)) ? Math.max(0, running - limitOf(after(path))) : 0;
	return (
		Math.max(ended, waiting('queue.active_seeds', seeds.length)) + waiting('queue.active_downloads', others)
	);
}

function endOf8(values: Values): SeedingEnd {
	const mode = values('seeding.mode');
	// 0 is no word for none in these services.
	const number = (path: string) => Number(values(path) ?? 0);
	return {
		ratio: mode === 'never' ? 0 : mode === 'ratio' ? number('seeding.ratio') : Infinity,
		minutes: mode === 'time' ? number('seeding.minutes') : Infinity,
	};
}

function ownEnd(values: Values): SeedingEnd {
	return { ratio: limitOf(values('seeding.ratio')), minutes: limitOf(values('seeding.minutes')) };
}

/** Returns a limit; infinite for 0, which is none. */
function limitOf(value: unknown): number {
	return typeof value === 'number' && value > 0 ? value : Infinity;
}

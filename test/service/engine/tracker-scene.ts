import { onTestFinished } from 'vitest';
import { startTracker, type Tracker } from '../../programs/seeder.ts';

/** An announce interval that does not pass within a test. */
const HOUR_MS = 3_600_000;

/** Starts trackers with that interval. */
export async function trackers(count: number): Promise<readonly Tracker[]> {
	const all = await Promise.all(Array.from({ length: count }, () => startTracker(HOUR_MS)));
	for (const each of all) onTestFinished(each.close);
	return all;
}

/** Returns the events of the announces to a tracker. */
export const eventsOf = ({ announces }: Tracker) => announces.map(({ event }) => event);

import type { ActiveLimits, LimitSchedule, LimitSettings } from '../../protocol/resources/settings.ts';

const MINUTES_A_DAY = 24 * 60;
/** A schedule repeats after a week. */
const DAYS_AHEAD = 8;

/** Returns the limits that apply at a time of the local clock. */
export function limitsAt(settings: LimitSettings, at: Date): ActiveLimits {
	const { alternative } = settings;
	const isOn =
		alternative.mode === 'on' || (alternative.mode === 'schedule' && isScheduled(alternative.schedule, at));
	const { download, upload } = isOn ? alternative : settings;
	return { set: isOn ? 'alternative' : 'normal', download, upload };
}

/** Returns when other limits apply, local time; undefined if they stay, or for ever differ by nothing. */
export function nextChange({ alternative }: LimitSettings, at: Date): Date | undefined {
	if (alternative.mode !== 'schedule') return undefined;
	const { schedule } = alternative;
	const before = isScheduled(schedule, at);
	const changes: Date[] = [];
	for (let day = 0; day <= DAYS_AHEAD; day++) {
		for (const minute of [schedule.from, schedule.to]) {
			// A time that summer time skips is an hour later.
			const time = new Date(at.getFullYear(), at.getMonth(), at.getDate() + day, 0, minute);
			if (time > at && isScheduled(schedule, time) !== before) changes.push(time);
		}
	}
	return changes.sort((a, b) => a.getTime() - b.getTime())[0];
}

/** Whether a time is in a period of the schedule. A period belongs to the day on which it begins. */
function isScheduled({ days, from, to }: LimitSchedule, at: Date): boolean {
	const minute = at.getHours() * 60 + at.getMinutes();
	const today = weekday(at);
	const end = to > from ? to : to + MINUTES_A_DAY;
	if (days.includes(today) && minute >= from && minute < end) return true;
	return days.includes((today + 6) % 7) && minute + MINUTES_A_DAY < end;
}

/** Returns 0 for Monday. */
function weekday(at: Date): number {
	return (at.getDay() + 6) % 7;
}

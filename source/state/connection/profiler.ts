import { type Journal, type News, record } from '../events/journal.ts';

/** The profiler of the service. Times are Unix ms. */
export interface ProfilerSlice {
	/** undefined if it is unknown, or if the service has no profiler. */
	readonly isRunning: boolean | undefined;
	/** Time of its start, while it runs. */
	readonly since: number;
	/** Whether it had started earlier, at an unknown time. */
	readonly isOlder: boolean;
	/** The change that the service was asked for; undefined after its answer. */
	readonly change: ProfilerChange | undefined;
	/** Time of the last change by this cockpit. */
	readonly changedAt: number;
	/** Files of the last profile, on the machine of the service. Untrusted. */
	readonly files: readonly string[];
}

type ProfilerChange = 'start' | 'stop';

export type ProfilerMessage =
	// Answer of the service to a query sent at `askedAt`. `runningTime` in seconds.
	| {
			readonly type: 'state';
			readonly state: string;
			readonly runningTime?: number | undefined;
			readonly files?: readonly string[] | undefined;
			readonly askedAt: number;
			readonly at: number;
	  }
	| { readonly type: 'unknown' }
	| { readonly type: 'changing'; readonly change: ProfilerChange }
	| { readonly type: 'changed'; readonly files: readonly string[]; readonly at: number }
	| { readonly type: 'change-failed' };

export const initialProfiler: ProfilerSlice = {
	isRunning: undefined,
	since: 0,
	isOlder: false,
	change: undefined,
	changedAt: Number.NEGATIVE_INFINITY,
	files: [],
};

interface ProfilerData {
	readonly profiler: ProfilerSlice;
	readonly journal: Journal;
}

/** Returns the state after a message. A profile that ended by itself or elsewhere becomes news. */
export function updateProfiler<Data extends ProfilerData>(data: Data, message: ProfilerMessage): Data {
	const { profiler } = data;
	const put = (change: Partial<ProfilerSlice>): Data => ({ ...data, profiler: { ...profiler, ...change } });
	switch (message.type) {
		case 'state':
			return takeProfilerState(data, message);
		case 'unknown':
			return profiler.isRunning === undefined ? data : put({ isRunning: undefined });
		case 'changing':
			return put({ change: message.change });
		case 'changed': {
			const { at, files } = message;
			const done = { change: undefined, changedAt: at };
			return profiler.change === 'stop'
				? put({ ...done, isRunning: false, files })
				: put({ ...done, isRunning: true, since: at, isOlder: false });
		}
		case 'change-failed':
			return put({ change: undefined });
	}
}

function takeProfilerState<Data extends ProfilerData>(
	data: Data,
	{ state, runningTime, files = [], askedAt, at }: Extract<ProfilerMessage, { type: 'state' }>,
): Data {
	const { profiler, journal } = data;
	// The answer may describe the time before the change.
	if (profiler.change || askedAt < profiler.changedAt) return data;
	const isRunning = state === 'STARTED';
	if (isRunning) {
		if (profiler.isRunning && runningTime === undefined) return data;
		const since = runningTime === undefined ? at : at - runningTime * 1_000;
		return {
			...data,
			profiler: { ...profiler, isRunning, since, isOlder: runningTime === undefined },
		};
	}
	const hasEnded = profiler.isRunning === true;
	if (!hasEnded)
		return profiler.isRunning === false ? data : { ...data, profiler: { ...profiler, isRunning } };
	return {
		...data,
		profiler: { ...profiler, isRunning, files },
		journal: record(journal, stoppedNews(files), at),
	};
}

/** Returns the news about a stopped profiler. `files`: untrusted. */
export function stoppedNews(files: readonly string[]): News {
	const [file] = files;
	if (file === undefined)
		return { level: 'success', text: 'The profiler has stopped. The service does not report its file.' };
	// The name comes first, because a narrow screen cuts long paths.
	const slash = file.lastIndexOf('/');
	const name = file.slice(slash + 1);
	const folder = slash > 0 ? ` in ${file.slice(0, slash)}` : '';
	return {
		level: 'success',
		text: `Profile: ${name}${folder}. Enter shows its hottest functions.`,
		profile: files,
	};
}

import { stoppedNews } from '../../state/connection/profiler.ts';
import type { CommandContext } from '../surfaces/command.ts';

/** Starts the profiler of the service, or stops it if it runs. */
export function toggleProfiler({ state: { profiler }, dispatch, write }: CommandContext): void {
	const change = profiler.isRunning ? 'stop' : 'start';
	let files: readonly string[] = [];
	dispatch({ type: 'profiler', what: { type: 'changing', change } });
	write({
		send: async (client) => {
			if (change === 'start') return client.startProfiler();
			const answer = await client.stopProfiler();
			const { profiler_file: file } = answer;
			files = answer.profiler_files ?? (file === undefined ? [] : [file]);
			return answer;
		},
		doing: change === 'start' ? 'Starting the profiler' : 'Stopping the profiler',
		done: () =>
			change === 'start'
				? { level: 'success', text: 'The profiler runs. Press P to stop it.' }
				: stoppedNews(files),
		stale: ['profiler'],
		onEnd: (failure) =>
			dispatch({
				type: 'profiler',
				what: failure ? { type: 'change-failed' } : { type: 'changed', files, at: Date.now() },
			}),
	});
}

import { sanitize } from '../../format/sanitize.ts';
import type { EndpointAnswer } from '../../protocol/endpoints/table.ts';
import { group } from '../declaration/declaration.ts';
import { assertDone } from '../output/assert-done.ts';
import { jsonOption, printJson, printLine } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { serviceOptions } from '../service-command/service-options.ts';

/** Failures that the service reports with status 200. */
export const profilerText = {
	notStarted: 'The service did not start the profiler.',
	notStopped: 'The service did not stop the profiler.',
};

type Files = Pick<EndpointAnswer<'stopProfiler'>, 'profiler_file' | 'profiler_files'>;

/** Prints the files of a profile, one per line. */
function printFiles({
	profiler_file: file,
	profiler_files: files = file === undefined ? [] : [file],
}: Files): void {
	for (const each of files) printLine(sanitize(each));
}

export const profilerCommand = group({
	name: 'profiler',
	summary: 'start and stop the profiler of the service',
	options: serviceOptions,
	verbs: [
		serviceCommand({
			name: 'start',
			endpoints: ['startProfiler'],
			summary: 'start the profiler',
			options: { json: jsonOption },
			async run({ json }, { client, limits }) {
				const answer = await client.startProfiler({}, limits);
				assertDone(answer.success, profilerText.notStarted);
				if (json) printJson(answer);
			},
		}),
		serviceCommand({
			name: 'stop',
			endpoints: ['stopProfiler'],
			summary: 'stop the profiler and print its files, if reported',
			options: { json: jsonOption },
			async run({ json }, { client, limits }) {
				const answer = await client.stopProfiler({}, limits);
				assertDone(answer.success, profilerText.notStopped);
				if (json) printJson(answer);
				else printFiles(answer);
			},
		}),
		serviceCommand({
			name: 'status',
			endpoints: ['getProfiler'],
			summary: 'print STARTED or STOPPED, and the files of the last profile, if reported',
			options: { json: jsonOption },
			async run({ json }, { client, limits }) {
				const answer = await client.getProfiler({}, limits);
				if (json) printJson(answer);
				else {
					printLine(sanitize(answer.state));
					printFiles(answer);
				}
			},
		}),
	],
});

import { choice, text } from '../declaration/options.ts';
import { jsonOption } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';

const rateOption = (flags: string, description: string) => text(`${flags} <rate>`, description);

export const limitsCommand = serviceCommand({
	name: 'limits',
	summary: 'show or change the limits of all downloads together',
	description:
		'Limits the speed of all downloads together. Without options it prints the limits. An omitted limit is ' +
		'unchanged. A rate is bytes per second with a unit: 500K, 2M, 1.5M; a bare number is KiB. ' +
		"'none' is no limit. The schedule follows the clock of the service. " +
		'Services of Tribler 8.x have no alternative limits, older ones none at all. The exit code is then 5.',
	examples: [
		['seedtop limits --download 5M --upload 1M', 'receive at most 5 MiB/s and send at most 1 MiB/s'],
		[
			"seedtop limits --alternative-upload 100K --alternative schedule --schedule 'mon-fri 08:00-18:00'",
			'send less during office hours',
		],
	],
	options: {
		download: rateOption('--download', 'maximum download speed'),
		upload: rateOption('--upload', 'maximum upload speed'),
		alternative: choice(
			'--alternative <when>',
			['off', 'on', 'schedule'],
			'when the alternative limits apply',
		),
		alternativeDownload: rateOption('--alternative-download', 'alternative maximum download speed'),
		alternativeUpload: rateOption('--alternative-upload', 'alternative maximum upload speed'),
		schedule: text('--schedule <period>', "days and times, e.g. 'mon-fri 08:00-18:00'"),
		json: jsonOption,
	},
	async run(input, call) {
		// Reading rates and schedules is loaded on demand, because help does not need it.
		const { runLimits } = await import('./run-limits.ts');
		await runLimits(input, call);
	},
});

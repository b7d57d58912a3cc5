import { flag, text } from '../declaration/options.ts';
import { refuseTerminal, writeBytes } from '../output/binary.ts';
import { notice } from '../output/print.ts';
import { serviceCommand } from '../service-command/service-command.ts';
import { chooseOne, downloadArgument } from './choose.ts';

export const torrentCommand = serviceCommand({
	name: 'torrent',
	summary: 'fetch the .torrent file of a download',
	examples: [['seedtop torrent debian -o debian.torrent', 'into a file']],
	options: {
		output: text('-o, --output <file>', 'output file (default: standard output)', { completes: 'file' }),
		force: flag('-f, --force', 'replace an existing file'),
	},
	arguments: { download: downloadArgument },
	async run(input, call) {
		if (input.output === undefined) refuseTerminal('A .torrent file', 'name a file with -o');
		const { infohash } = await chooseOne(call, input.download);
		const bytes = await call.client.getTorrent({ params: { infohash } }, call.limits);
		await writeBytes(bytes, input.output, 'A .torrent file', input.force);
		if (input.output !== undefined) notice(`${bytes.length} bytes written.`);
	},
});

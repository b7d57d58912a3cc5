import { text } from '../declaration/options.ts';
import type { Call } from '../declaration/service-command.ts';
import { CommandFailure } from '../output/failure.ts';

export const channelOption = text('--channel <id>', 'identifier of the channel (default: your channel)');

/** Returns the identifier of the given channel, or of the user's own. */
export async function channelId({ client, limits }: Call, given: string | undefined): Promise<string> {
	if (given !== undefined) return given;
	const { identifier } = (await client.getMyChannel({}, limits)).overview;
	if (identifier) return identifier;
	throw new CommandFailure(
		'The service does not report the identifier of your channel. Name the channel with --channel.',
	);
}

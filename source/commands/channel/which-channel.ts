import { text } from '../declaration/options.ts';
import type { Call } from '../service-command.ts';

export const channelOption = text('--channel <id>', 'identifier of the channel; yours unless told');

/** The channel that is meant. */
export async function channelId({ client, limits }: Call, given: string | undefined): Promise<string> {
	return given ?? (await client.getMyChannel({}, limits)).overview.identifier;
}

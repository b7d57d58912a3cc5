import type { Sampled } from '../../../state/connection/sampled.ts';
import type { State } from '../../../state/core/state.ts';
import { notSampledText } from '../../sections/sampled-text.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import { channelsText } from './texts.ts';

/** Whether the service has no channels, as far as its answers and events show. */
export function isAbsent({ channels: { own, listed, heard } }: Pick<State, 'channels'>): boolean {
	return own.at === undefined && isMissing(own) && listed.at === undefined && heard.size === 0;
}

/** Whether the service does not have this endpoint. */
export function isMissing({ failure }: Sampled): boolean {
	return failure?.kind === 'absent';
}

/** Returns the text of a service without channels, the same in all sections; undefined for other services. */
export function absentText(state: Pick<State, 'channels'>): SurfaceText | undefined {
	if (!isAbsent(state)) return undefined;
	return {
		id: 'no channels',
		lines: [channelsText.absent, channelsText.absentHint, channelsText.healthHint],
	};
}

/** Returns why a section has no data: no channels, loading, or a failure. */
export function noDataText(
	what: string,
	sampled: Sampled,
	state: Pick<State, 'channels'>,
): SurfaceText | undefined {
	return absentText(state) ?? notSampledText(what, sampled);
}

/** Returns the next step of a user without a channel. Only our own service creates one. */
export function createLines({ connection }: Pick<State, 'connection'>): readonly string[] {
	return connection.isForeign ? [] : [channelsText.createHint];
}

/** Returns the text of a section that needs a channel of the user. */
export function noOwnText({ connection }: Pick<State, 'connection'>): SurfaceText {
	const lines = [channelsText.noOwn, channelsText.noOwnHint];
	return { id: 'no own channel', lines: connection.isForeign ? lines : [...lines, channelsText.noOwnKeys] };
}

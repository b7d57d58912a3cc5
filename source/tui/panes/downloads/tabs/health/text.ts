import { count } from '../../../../../columns/figures.ts';
import { moment, validMoment } from '../../../../../columns/moments.ts';
import { age } from '../../../../../format/duration.ts';
import type { State } from '../../../../../state/core/state.ts';
import { HEALTH_CHECK_TIMEOUT_MS, type HealthSlice } from '../../../../../state/details/health.ts';
import type { Segment } from '../../../../components/compose-line.ts';
import { failureLines } from '../../../../surfaces/waiting-text.ts';
import type { Token } from '../../../../theme/theme.ts';

/**
 * Returns the last event about the whole swarm: '12 seeds, 3 peers, checked 2026-11-20 14:03:09'; empty without one.
 */
export function healthSum({ reported }: HealthSlice): string {
	if (!reported) return '';
	const checked = validMoment(reported.checked) === undefined ? '' : `, checked ${moment(reported.checked)}`;
	return `${count(reported.seeders)} seeds, ${count(reported.leechers)} peers${checked}`;
}

export const healthText = {
	unchecked: 'The health of the swarm has not been checked.',
	onlyTribler: 'Only Tribler services check swarm health.',
} as const;

/** Returns the condition and the next step. Sanitised. */
export function healthLines({ details: { health, failures }, now }: State): Segment[] {
	const since = (at: number) => age((now - at) / 1000);
	const styled = (text: string, token: Token = 'normal') => ({ text, token });
	if (health.askedAt !== undefined) {
		return [styled(`Requesting the health of the swarm, since ${since(health.askedAt)}…`, 'busy')];
	}
	if (failures.health?.kind === 'absent') {
		return [styled(healthText.onlyTribler, 'warning'), styled(failures.health.hint)];
	}
	if (failures.health) {
		return [
			...failureLines(failures.health).map((line, index) => styled(line, index === 0 ? 'bad' : 'normal')),
			styled('Press enter to check again.'),
		];
	}
	if (health.checkingSince !== undefined) {
		return [
			styled(`The service is checking, since ${since(health.checkingSince)}…`, 'busy'),
			styled('Its result comes as an event.', 'faint'),
		];
	}
	if (health.isOverdue) {
		const limit = `${HEALTH_CHECK_TIMEOUT_MS / 1000} s`;
		return [
			styled(`The service reported no result within ${limit}. It may not know this torrent.`, 'warning'),
			styled('Press enter to check again.'),
		];
	}
	if (health.answer || health.reported) {
		const isUnanswered = health.answer?.trackers.length === 0 && !health.reported;
		const at = health.answeredAt === undefined ? '' : `Answered ${since(health.answeredAt)} ago. `;
		return [
			styled(`${isUnanswered ? 'No tracker reports this swarm. ' : at}Press enter to check again.`, 'faint'),
		];
	}
	return [
		styled(healthText.unchecked, 'heading'),
		styled('Press enter to ask the trackers for the number of seeds and peers.'),
	];
}

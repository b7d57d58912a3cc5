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
	requesting: (since: string) => `Requesting the health of the swarm, since ${since}…`,
	notOffered: 'This service does not check the health of swarms.',
	checking: (since: string) => `The service is checking, since ${since}…`,
	resultComes: 'Its result comes as an event.',
	noResult: (seconds: number) =>
		`The service reported no result within ${seconds} s. It may not know this torrent.`,
	checkAgain: 'Press enter to check again.',
	unanswered: 'No tracker reports this swarm.',
	answered: (since: string) => `Answered ${since} ago.`,
	unchecked: 'The health of the swarm has not been checked.',
	check: 'Press enter to ask the trackers for the number of seeds and peers.',
} as const;

/** Returns the condition and the next step. Sanitized. */
export function healthLines({ details: { health, failures }, now }: State): Segment[] {
	const since = (at: number) => age((now - at) / 1000);
	const styled = (text: string, token: Token = 'normal') => ({ text, token });
	if (health.askedAt !== undefined) {
		return [styled(healthText.requesting(since(health.askedAt)), 'busy')];
	}
	if (failures.health?.kind === 'absent') {
		return [styled(healthText.notOffered, 'warning')];
	}
	if (failures.health) {
		return [
			...failureLines(failures.health).map((line, index) => styled(line, index === 0 ? 'bad' : 'normal')),
			styled(healthText.checkAgain),
		];
	}
	if (health.checkingSince !== undefined) {
		return [
			styled(healthText.checking(since(health.checkingSince)), 'busy'),
			styled(healthText.resultComes, 'faint'),
		];
	}
	if (health.isOverdue) {
		return [
			styled(healthText.noResult(HEALTH_CHECK_TIMEOUT_MS / 1000), 'warning'),
			styled(healthText.checkAgain),
		];
	}
	if (health.answer || health.reported) {
		const isUnanswered = health.answer?.trackers.length === 0 && !health.reported;
		const answered = health.answeredAt === undefined ? '' : healthText.answered(since(health.answeredAt));
		const text = `${isUnanswered ? healthText.unanswered : answered} ${healthText.checkAgain}`;
		return [styled(text.trimStart(), 'faint')];
	}
	return [styled(healthText.unchecked, 'heading'), styled(healthText.check)];
}

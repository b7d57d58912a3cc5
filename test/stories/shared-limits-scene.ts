import { beforeAll } from 'vitest';
import { sharedLimitsText } from '../../source/tui/dialogs/form/forms/shared-limits.ts';
import { limitCommandsText } from '../../source/tui/shell/commands/limit-commands.ts';
import { headerText } from '../../source/tui/shell/header.ts';
import type { Cockpit } from '../fixtures/cockpit.ts';
import { runService, type TestService } from '../fixtures/service.ts';
import { until } from '../programs/until.ts';

export let service: TestService;

/** Starts the service of the tests of a file. */
export function prepareService(): void {
	beforeAll(async () => {
		service = await runService({ flags: ['--peer-host', '127.0.0.1'] });
	});
}

/** Opens the form as soon as the limits are known, and empties its first field. */
export async function openLimits({ user, screen }: Cockpit): Promise<void> {
	await until(() => {
		if (screen.text().includes(sharedLimitsText.title)) return true;
		user.press('shared-limits');
		return false;
	});
	user.press('form-delete-to-start');
}

/** Turns the alternative limits, which are none, on and off. */
export async function turnAlternativeLimits({ user, screen }: Cockpit): Promise<void> {
	user.press('alternative-limits');
	await screen.shows(limitCommandsText.unlimited.slice(0, 60));
	await screen.shows(headerText.alternative);
	// The alternative limits are none.
	await screen.hides(headerText.of('500K'));
	user.press('alternative-limits');
	await screen.hides(headerText.alternative);
	await screen.shows(headerText.of('500K'));
}

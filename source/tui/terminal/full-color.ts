/** For modules that import Ink statically: as the first import it sets the environment that Ink needs. */
import { prepareForInk } from './ink-environment.ts';

prepareForInk();

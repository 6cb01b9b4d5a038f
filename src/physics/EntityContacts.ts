// Contacts of the last step by entity, sorted once per step for all sensors that ask.

import type { Physics } from "./Physics.js";
import { type Contact, listContacts } from "./Queries.js";

interface StepContacts {
  readonly builds: number;
  readonly steps: number;
  readonly byEntity: ReadonlyMap<string, readonly Contact[]>;
}

const known = new WeakMap<Physics, StepContacts>();

/** All contacts of one entity in the last step, those between its own bodies included. */
export function contactsOf(physics: Physics, entity: string): readonly Contact[] {
  const { builds, steps } = physics;
  let contacts = known.get(physics);
  // joins, leaves and restores compile the model anew
  if (contacts?.builds !== builds || contacts.steps !== steps) {
    contacts = { builds, steps, byEntity: sortContacts(listContacts(physics)) };
    known.set(physics, contacts);
  }
  return contacts.byEntity.get(entity) ?? [];
}

function sortContacts(contacts: readonly Contact[]): ReadonlyMap<string, readonly Contact[]> {
  const byEntity = new Map<string, Contact[]>();
  for (const contact of contacts)
    for (const { entity } of contact.a.entity === contact.b.entity ? [contact.a] : [contact.a, contact.b]) {
      const list = byEntity.get(entity);
      if (list) list.push(contact);
      else byEntity.set(entity, [contact]);
    }
  return byEntity;
}

/** Whether a text still says what a new document of this id begins with, however it is laid out. */
export function isStarter(id: string, text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(JSON.parse(starter(id)));
  } catch {
    return false;
  }
}

/** What a new document begins with: a call that works as it stands, to be changed. */
export const starter = (id: string): string => `{
  "document": 1,
  "id": "${id}",
  "title": { "en": "Example", "ar": "مثال" },
  "summary": { "en": "Send each new lead to Example.", "ar": "أرسِل كل عميل محتمل جديد إلى Example." },
  "egress": ["api.example.com"],
  "fields": {
    "key": { "label": { "en": "API key", "ar": "مفتاح API" }, "type": "text", "secret": true }
  },
  "test": {
    "steps": [
      { "name": "me", "method": "GET", "url": "https://api.example.com/me", "headers": { "authorization": "Bearer {{ auth.key }}" } }
    ]
  },
  "erase": null,
  "actions": {
    "add": {
      "title": { "en": "Add a contact", "ar": "إضافة جهة اتصال" },
      "on": "new-lead",
      "steps": [
        {
          "name": "contact",
          "method": "POST",
          "url": "https://api.example.com/contacts",
          "headers": { "authorization": "Bearer {{ auth.key }}", "idempotency-key": "{{ delivery.key }}" },
          "json": { "email": "{{ lead.email }}", "name": "{{ lead.firstName }} {{ lead.lastName }}" },
          "keep": { "id": "/id" }
        }
      ],
      "ref": "{{ steps.contact.id }}"
    }
  }
}
`;

-- Sends with each request a contact message that nobody has sent, from an address that nobody has.
-- wrk -s submit.lua URL -- FIRST_NUMBER E_MAIL_DOMAIN (an empty domain makes every message invalid)
local number, domain

function init(args)
  number, domain = tonumber(args[1]), args[2] or ""
end

function request()
  number = number + 1
  local headers = {
    ["Content-Type"] = "application/json",
    ["Accept"] = "application/json",
    ["X-Forwarded-For"] = string.format("10.%d.%d.%d", number / 65536 % 256, number / 256 % 256, number % 256),
  }
  local body = '{"name":"Léa Martin","email":"charge-%d@%s","subject":"commande","message":"Bonjour."}'
  return wrk.format("POST", nil, headers, string.format(body, number, domain))
end

-- Node accepts one connection a round of its event loop, so that requests of the first would keep the others waiting:
-- each connection sends its first when all are open.
local opening = 64

function delay()
  if opening == 0 then return 0 end
  opening = opening - 1
  return 200
end
